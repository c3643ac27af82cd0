import { argv } from 'node:process'
import { printHead, printRow, type Row } from './drill'
import { run } from './provider'

const drills: Record<string, () => Promise<{ drill: () => Promise<Row[]> }>> = {
  'rolling-restart': () => import('./rolling-restart'),
  upgrade: () => import('./upgrade'),
  'silent-connections': () => import('./silent-connections'),
  failover: () => import('./failover'),
  pgbouncer: () => import('./pgbouncer'),
  'full-disk': () => import('./full-disk'),
  'full-log-disk': () => import('./full-log-disk'),
  restore: () => import('./restore'),
  'mail-away': () => import('./mail-away'),
}
/** Not in the table: these drills print their own lines. */
const voice = 'voice-foreign'
const signIn = 'sign-in'
const names = [...Object.keys(drills), voice, signIn]

const chosen = argv.length > 2 ? argv.slice(2) : names
if (chosen.some((name) => !names.includes(name))) {
  console.error(`Usage: npm run drill [-- ${names.join(' | ')}]`)
  process.exit(1)
}
run('npm', ['run', 'build'])
if (chosen.some((name) => name in drills)) printHead()
for (const name of chosen) {
  const load = drills[name]
  if (!load) continue
  try {
    const { drill } = await load()
    for (const row of await drill()) {
      printRow(row)
      if (row.faults.length) process.exitCode = 1
    }
  } catch (error) {
    console.log(`! ${name}`, error)
    process.exitCode = 1
  }
}
if (chosen.includes(voice)) await import('./voice-foreign').then(({ drill }) => drill())
if (chosen.includes(signIn)) await import('./sign-in')
else process.exit()
