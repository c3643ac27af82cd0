import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { name, viteEnvironment, setup } = builtinEnvironments['happy-dom']
let isSetUp = false

/**
 * One window for all test files of a worker, as its modules are loaded once: what they hang on the window when they are
 * loaded works in every file. setup.ts makes it as good as new.
 */
export default {
  name: `one ${name}`,
  viteEnvironment,
  async setup(global, options) {
    if (!isSetUp) await setup(global, options)
    isSetUp = true
    return { teardown() {} }
  },
} satisfies Environment
