import { readFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { root } from './root'

test.each(['compose.yaml', 'compose.instances.yaml'])(
  'every $ of %s is a setting, or doubled for the shell: Compose refuses the file otherwise',
  (name) => {
    const lines = readFileSync(path.join(root, name), 'utf8').split('\n')
    const read = lines.filter((line) => !/^\s*#/.test(line)).join('\n')
    expect(read.replace(/\$\$|\$\{\w+[^}]*\}/g, '')).not.toContain('$')
  },
)

type Service = { logging?: object; '<<'?: Service }

test('the log of every service is bounded', () => {
  const { services } = load(readFileSync(path.join(root, 'compose.yaml'), 'utf8')) as {
    services: Record<string, Service>
  }
  for (const [name, service] of Object.entries(services))
    expect([name, service.logging ?? service['<<']?.logging]).toEqual([
      name,
      { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
    ])
})
