import path from 'node:path'
import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { withoutRunner } from '../client/without-runner'

/** Builds one module and returns its exports. */
async function built(source: string, name = 'entry.js') {
  const file = path.join(import.meta.dirname, name)
  const entry: Plugin = {
    name: 'entry',
    enforce: 'pre',
    resolveId: (id) => (id === file ? id : null),
    load: (id) => (id === file ? source : null),
  }
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, withoutRunner()],
    build: { write: false, minify: false, lib: { entry: file, formats: ['es'] } },
  })
  const [chunk] = [result].flat().flatMap((part) => ('output' in part ? part.output : []))
  const code = chunk?.type === 'chunk' ? chunk.code : ''
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>
}

test("the SDK imports its runner where the build leaves it out, and an agent that is nobody's tool does without", async () => {
  const { name } = await built(
    `import { Agent } from '@openai/agents-core'; export const { name } = new Agent({ name: 'Lisa' })`,
  )
  expect(name).toBe('Lisa')
})

test('what takes its place fails with a reason', async () => {
  const { calls } = await built(
    `import { Runner } from './run.mjs'
    import { RunState } from './runState.mjs'
    export const calls = [() => new Runner({}), () => RunState.fromString(), () => RunState.fromStringWithContext()]`,
    'agents-core/dist/agent.mjs',
  )
  for (const call of calls as (() => void)[])
    expect(call).toThrow("The voice SDK's runner is not in this build")
})

test('a build in which the SDK imports its runner in another way fails', async () => {
  await expect(built('export const none = 0')).rejects.toThrow('does not import ./run.mjs and ./runState.mjs')
})
