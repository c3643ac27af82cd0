import { expect, test } from 'vitest'
import { networkOf, siteOf } from './network'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:0DB8:1:2::5', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  [undefined, 'unknown'],
])('%s belongs to %s', (ip, network) => expect(networkOf(ip)).toBe(network))

test.each([
  ['192.0.2.7', undefined],
  ['unknown', undefined],
  ['2001:db8:1:2', '2001:db8:1'],
  ['0:0:0:0', '0:0:0'],
])('the network %s is part of the site %s', (network, site) => expect(siteOf(network)).toBe(site))
