// Adds up what the two test runners report. No report, or no test, is a failure of its own.
import { existsSync, readFileSync } from 'node:fs'

const report = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
const units = report('test-results/vitest.json')
const journeys = report('test-results/e2e.json').stats ?? {}

const passed = (units.numPassedTests ?? 0) + (journeys.expected ?? 0)
const failed = (units.numFailedTests ?? 0) + (journeys.unexpected ?? 0) + (journeys.flaky ?? 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || !units.numPassedTests || !journeys.expected ? 1 : 0
