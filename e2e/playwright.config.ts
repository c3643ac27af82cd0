import { defineConfig, devices } from '@playwright/test'
import { disableFeatures } from './chromium-features'
import { findBrowser } from './find-browsers.mjs'

export default defineConfig({
  testDir: '.',
  // Vitest runs *.test.ts.
  testMatch: '**/*.spec.ts',
  // Other browsers have a config of their own.
  testIgnore: 'browsers/**',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  // More than the two cores of CI: many tests wait in real time, for media and for time limits.
  workers: 4,
  // Nothing that works takes nearly as long, but each test runs once on whatever machine there is.
  timeout: 150_000,
  expect: { timeout: 20_000 },
  // Real time media on a machine that others use: what needs a second try is listed as flaky, not hidden.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  outputDir: '../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    viewport: { width: 390, height: 844 },
    baseURL: process.env.LISA_E2E_URL,
    // Each test has a new browser context, whose worker would fetch the whole app again. Tests of the worker allow it.
    serviceWorkers: 'block',
    // Recording costs about as much processor time as many a test, so CI records the second try only.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: findBrowser('chromium'),
      args: ['--no-sandbox', '--disable-background-networking', disableFeatures],
    },
  },
})
