import { readFileSync } from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { root } from '../../root'
import { described } from './described'

test('docs/api.md lists every call that a token opens, with its scopes', async () => {
  const rows = described
    .filter(({ door }) => door === 'token')
    .map(({ name, endpoint: { summary, scopes = [] } }) => {
      const [method, path] = name.split(' ')
      return `| ${method} | \`${path}\` | ${scopes.map((scope) => `\`${scope}\``).join(', ') || 'any'} | ${summary} |`
    })
  const table = ['| method | path | scopes | what it does |', '| - | - | - | - |', ...rows].join('\n')
  const file = path.join(root, 'docs/api.md')
  const listed = readFileSync(file, 'utf8').replace(
    /(?<=<!-- calls.*-->\n)[^]*(?=<!-- end of calls -->)/,
    () => `\n${table}\n\n`,
  )
  const options = { ...(await resolveConfig(file)), parser: 'markdown' }
  // `npx vitest run api-calls -u` writes it anew.
  await expect(await format(listed, options)).toMatchFileSnapshot(file)
})
