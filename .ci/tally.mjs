// Adds up what the two test runners report. No report, or no test, is a failure of its own.
import { existsSync, readFileSync } from 'node:fs'

const report = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
const units = report('test-results/vitest.json')
const journeys = report('test-results/e2e.json').stats ?? {}

const flaky = journeys.flaky ?? 0
const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
const flakyNames = specs(report('test-results/e2e.json'))
  .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  .map(({ file, title }) => `  ${file}: ${title}\n`)
const passed = (units.numPassedTests ?? 0) + (journeys.expected ?? 0) + flaky
const failed = (units.numFailedTests ?? 0) + (journeys.unexpected ?? 0)
if (flaky)
  process.stdout.write(`${flaky} of the browser tests passed at the second try only:\n${flakyNames.join('')}`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || !units.numPassedTests || !journeys.expected ? 1 : 0
