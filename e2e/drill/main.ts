import { argv } from 'node:process'

const drills: Record<string, () => Promise<unknown>> = { 'sign-in': () => import('./sign-in') }

const drill = drills[argv[2] ?? '']
if (drill) await drill()
else {
  console.error(`Usage: npm run drill -- ${Object.keys(drills).join(' | ')}`)
  process.exitCode = 1
}
