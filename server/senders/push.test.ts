import os from 'node:os'
import { afterAll, expect, test, vi } from 'vitest'
import { startPushService } from '../test/push-service'
import { serve } from '../test/serve'
import { testVapid } from '../test/test-settings'
import { createPush } from './push'
import { publicLookup } from './public-address'

const pushService = await startPushService()
afterAll(pushService.stop)
const device = pushService.subscription()
const message = {
  web_push: 8030,
  notification: { title: 'A', body: 'B', navigate: 'https://lisa.test', tag: 'a', lang: 'en', silent: false },
} as const

test.each([
  ['https://push.example.com/a?b=c', true],
  ['https://push.example.com:443/a', true],
  ['http://push.example.com/a', false],
  ['https://push.example.com:8443/a', false],
  ['https://ana:word@push.example.com/a', false],
  ['https://ana@push.example.com/a', false],
  ['wss://push.example.com/a', false],
  ['push.example.com/a', false],
  ['https://localhost/a', false],
  ['https://127.0.0.1/a', false],
  ['https://0x7f.1/a', false],
  ['https://8.8.8.8/a', false],
  ['https://[::1]/a', false],
  ['https://[2606:4700::1111]/a', false],
  ['http://127.0.0.1:8080/a', false],
])('%s is the address of a push service: %s', async (endpoint, isOne) => {
  expect(createPush(testVapid).addressOf(endpoint) !== undefined).toBe(isOne)
})

vi.spyOn(os, 'networkInterfaces').mockReturnValue({
  eth0: ['93.184.220.5/24', '2606:2800:220::5/64'].map((cidr) => ({ cidr })) as os.NetworkInterfaceInfo[],
})
const inside = [
  '93.184.220.9',
  '2606:2800:220::9',
  '168.63.129.16',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:93.184.215.14',
  '64:ff9b::10.0.0.1',
  '64:ff9b::168.63.129.16',
  '64:ff9b::93.184.220.9',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '2002:a00:1::1',
]

test.each(inside)(
  'to a name that leads to %s nothing is sent, and it looks like one that does not exist',
  async (address) => {
    let addresses: string[] = []
    const push = createPush({ ...testVapid, addressesOf: async () => addresses })
    const endpoint = 'https://push.example.com/a'
    expect(push.addressOf(endpoint)).toBe(endpoint)
    for (addresses of [[address], ['93.184.215.14', address], []])
      await expect(push.send({ ...device, endpoint }, message, 60)).rejects.toMatchObject({
        kind: 'transient',
        code: addresses.length ? 'EPRIVATE' : 'ENOTFOUND',
        message: 'The push service could not be reached',
      })
  },
)

test('addresses that cannot be asked for fail the one notification', async () => {
  const addressesOf = () => Promise.reject(Object.assign(new Error('Too many files'), { code: 'EMFILE' }))
  const push = createPush({ ...testVapid, addressesOf })
  await expect(
    push.send({ ...device, endpoint: 'https://push.example.com/a' }, message, 60),
  ).rejects.toMatchObject({ kind: 'transient', code: 'EMFILE' })
})

/** What DNS gives for the first one in networks with IPv6 alone. */
const viaGateway = '64:ff9b::5db8:d70e'

test('a connection goes to the addresses that were checked', async () => {
  const lookup = publicLookup(async () => ['93.184.215.14', '2606:2800:21f::1', viaGateway])
  const done = vi.fn<Parameters<typeof lookup>[2]>()
  for (const all of [true, false]) lookup('push.example.com', { all }, done)
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(2))
  const [first, ...others] = [
    { address: '93.184.215.14', family: 4 },
    { address: '2606:2800:21f::1', family: 6 },
    { address: viaGateway, family: 6 },
  ] as const
  expect(done.mock.calls).toEqual([
    [null, [first, ...others]],
    [null, first.address, first.family],
  ])
})

test('nothing is sent to an address that is no name, nor where the certificate is not trusted', async () => {
  const production = createPush(testVapid)
  await expect(production.send(device, message, 60)).rejects.toMatchObject({ code: 'EPRIVATE' })
  expect(pushService.requests).toBe(0)
  const local = createPush({ ...testVapid, onThisMachine: true })
  expect(local.addressOf(device.endpoint)).toBe(device.endpoint)
  expect(local.addressOf('http://192.168.1.5/push')).toBeUndefined()
  const { origin } = await serve({ isSecure: true })
  const untrusted = { ...device, endpoint: `${origin}/push` }
  await expect(local.send(untrusted, message, 60)).rejects.toMatchObject({
    kind: 'transient',
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  await local.send(device, message, 60)
  expect(pushService.received).toMatchObject([{ message, ttl: 60, topic: 'a' }])
})

test('an address is stored in one form, of ASCII, without what is not sent', () => {
  const { addressOf } = createPush(testVapid)
  for (const text of ['https://PUSH.example.com/ä#1', 'https://push.example.com:443/%C3%A4#2'])
    expect(addressOf(text)).toBe('https://push.example.com/%C3%A4')
  expect(addressOf(`https://push.example.com/${'ä'.repeat(1_900)}`)).toBeUndefined()
})
