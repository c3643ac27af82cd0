import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { root } from '../../root'
import { createUser } from '../../test/factories'
import { serve } from '../../test/serve'
import { createTestApp, tokenOf } from '../../test/test-app'

const server = await serve()
const { app, db } = await createTestApp({ settings: { APP_URL: server.origin } })
const token = await tokenOf(app, await createUser(db))
// The program has no way to be given a token.
server.handle((req, res) => {
  req.headers.authorization = `Bearer ${token}`
  app(req, res)
})
const results = await mkdtemp(path.join(tmpdir(), 'lisa-conformance-'))
afterAll(() => rm(results, { recursive: true, force: true }))

/** The program needs `fs.globSync` of Node 22, though only to judge an SDK. */
const hooks = `export const resolve = (name, context, next) =>
  name === 'fs' && context.parentURL.includes('/conformance/dist/')
    ? { url: 'data:text/javascript,export * from "node:fs"; export const globSync = () => []', shortCircuit: true }
    : next(name, context)`
const withGlob = `import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}))`

test(
  'the authors of the protocol find that Lisa keeps to it, in all that it has',
  { timeout: 300_000 },
  async () => {
    const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
    const baseline = path.join(root, 'server/features/mcp/conformance.yaml')
    const options = {
      '--url': `${server.origin}/api/mcp`,
      '--suite': 'all',
      '--expected-failures': baseline,
      '--output-dir': results,
    }
    const args = ['--import', `data:text/javascript,${encodeURIComponent(withGlob)}`, program, 'server']
    const said = await new Promise<string>((resolve) =>
      execFile(process.execPath, [...args, ...Object.entries(options).flat()], (error, stdout, stderr) =>
        resolve(`${stdout}${stderr}${error ? `\nended with ${error.code}` : ''}`),
      ),
    )
    expect(said).not.toMatch(/\nended with/)
    const expected = await readFile(baseline, 'utf8')
    const passed = [...said.matchAll(/^✓ ([\w-]+): [1-9]\d* passed/gm)].map(([, scenario]) => scenario)
    expect(passed.filter((scenario) => !expected.includes(`- ${scenario}\n`))).toEqual([
      'server-initialize',
      'ping',
      'tools-list',
      'sep-2640-skills-directory',
      'sep-2640-skills-enumeration',
      'sep-2640-skills-manifest',
      'dns-rebinding-protection',
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
    ])
    const folder = (await readdir(results)).find((name) => name.startsWith('server-server-stateless')) ?? ''
    const checks = JSON.parse(await readFile(path.join(results, folder, 'checks.json'), 'utf8')) as {
      id: string
      status: string
    }[]
    expect(checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id)).toEqual([
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-server-no-log-without-loglevel',
      'sep-2575-server-sends-subscription-ack',
      'sep-2575-server-tags-subscription-id',
    ])
    expect(checks.filter(({ status }) => status === 'SUCCESS')).toHaveLength(22)
  },
)
