// Adds up what the two test runners report. No report, or no test, is a failure of its own.
import { existsSync, readFileSync } from 'node:fs'

const report = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
const units = report('test-results/vitest.json')
const journeys = ['test-results/e2e.json', 'test-results/browsers.json'].map(report)
const inAll = (count) => journeys.reduce((sum, { stats }) => sum + (stats?.[count] ?? 0), 0)

const flaky = inAll('flaky')
const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
const flakyNames = journeys
  .flatMap(specs)
  .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  .map(({ file, title }) => `  ${file}: ${title}\n`)
const passed = (units.numPassedTests ?? 0) + inAll('expected') + flaky
const failed = (units.numFailedTests ?? 0) + inAll('unexpected')
if (flaky)
  process.stdout.write(`${flaky} of the browser tests passed at the second try only:\n${flakyNames.join('')}`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || !units.numPassedTests || !journeys[0].stats?.expected ? 1 : 0
