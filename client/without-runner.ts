import type { Plugin } from 'vite'

const stub = '\0no-runner'
const code = `function refuse() { throw new Error("The voice SDK's runner is not in this build (client/without-runner.ts)") }
export class Runner { constructor() { refuse() } }
export class RunState { static fromString = refuse; static fromStringWithContext = refuse }`

/**
 * Leaves out the voice SDK's runner, which runs an agent as a tool of another one and is more than half of the SDK: Lisa
 * is a single agent, which runs in its session.
 */
export function withoutRunner(): Plugin {
  const missing = new Set(['./run.mjs', './runState.mjs'])
  return {
    name: 'without-runner',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (!/agents-core[\\/]dist[\\/]agent\.mjs$/.test(importer) || !/^\.\/run(State)?\.mjs$/.test(source))
        return null
      missing.delete(source)
      return stub
    },
    load: (id) => (id === stub ? code : null),
    buildEnd(error) {
      if (!error && missing.size > 0)
        this.error(
          `The voice SDK does not import ${[...missing].join(' and ')} as client/without-runner.ts expects`,
        )
    },
  }
}
