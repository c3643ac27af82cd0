import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  test: {
    env: { TZ: 'UTC' },
    // Catches what hangs, not what is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    teardownTimeout: 60_000,
    // More than the two cores of CI: many tests wait.
    maxWorkers: 3,
    expect: { poll: { timeout: 10_000 } },
    tags: [{ name: 'nightly', description: 'Takes long; left to `npm run test:nightly`.' }],
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // The last needs a database too.
          include: ['server/**/*.test.ts', 'shared/**/*.test.ts', 'e2e/recall/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          // Each test's app has its own context and database. Loading the modules again for each file took most of its time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          environment: 'happy-dom',
          include: ['client/**/*.test.{ts,tsx}'],
          setupFiles: ['client/src/test/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/recall/**'],
        },
      },
    ],
  },
})
