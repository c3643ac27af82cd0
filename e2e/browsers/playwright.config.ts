import { defineConfig, type Project } from '@playwright/test'
import { findBrowser } from '../find-browsers.mjs'
import inChromium from '../playwright.config'

const { viewport, serviceWorkers, trace } = inChromium.use ?? {}

const projects: (Project & { name: 'firefox' | 'webkit' })[] = [
  {
    name: 'firefox',
    testMatch: [
      'back-button',
      'goals-achieved',
      'goals-progress-settings',
      'journal-search',
      'journey',
      'this-device',
      'this-device-sessions',
      'today',
      'voice',
      'waiting-in-two-windows',
      'windows',
      'without-network',
      'writing',
    ].map((name) => `${name}.spec.ts`),
    // Tests that need what only Chromium gives to a test.
    grepInvert: /@chromium/,
    use: {
      browserName: 'firefox',
      // The browser as Mozilla and Debian ship it, not Playwright's.
      channel: 'moz-firefox',
      launchOptions: {
        executablePath: findBrowser('firefox'),
        args: [],
        firefoxUserPrefs: {
          'media.navigator.permission.disabled': true,
          // A tone in place of a microphone.
          'media.navigator.streams.fake': true,
          // Tests cannot ask for it in Firefox, as they do in Chromium.
          'ui.prefersReducedMotion': 1,
        },
      },
    },
  },
  { name: 'webkit', testMatch: 'browsers/webkit.spec.ts' },
]

/** The main jobs in two other browsers. What differs in them, and which versions were tried, is in docs/browsers.md. */
export default defineConfig({
  ...inChromium,
  use: { viewport, serviceWorkers, trace, baseURL: process.env.LISA_E2E_URL },
  testDir: '..',
  testIgnore: [],
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results/browsers',
  reporter: [['list'], ['json', { outputFile: '../../test-results/browsers.json' }]],
  // Each has a browser of its own, which takes longer to start than Chromium.
  workers: 2,
  projects: projects.filter(({ name }) => findBrowser(name)),
})
