import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { argv } from 'node:process'
import { faultsOf, newestSection } from './faults'

/**
 * `npm run release -- 1.2.0` checks what has to be true of a release, and tags it. With `--check` it only looks at versions,
 * changelog and migrations, which takes seconds, and tags nothing. The folder in which it runs is the one that is released.
 */
const folder = 'migrations'
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(file, 'utf8')
const isClean = () => git('status', '--porcelain') === ''

function fail(faults: string[]): never {
  for (const fault of faults) console.error(`! ${fault}`)
  process.exit(1)
}

const [version, ...flags] = argv.slice(2)
const isCheck = flags.includes('--check')
if (!version || flags.some((flag) => flag !== '--check')) fail(['Usage: npm run release -- 1.2.0 [--check]'])

const commit = git('rev-parse', 'HEAD')
const changelog = read('docs/CHANGELOG.md')
const tags = git('tag', '--list', 'v*', '--merged', commit, '--sort=-version:refname')
const lastTag = tags.split('\n').find(Boolean)
const sqlFiles = (names: string[]) => names.filter((name) => name.endsWith('.sql'))
const lastNames = lastTag ? git('ls-tree', '--name-only', `${lastTag}:${folder}`).split('\n') : []

const faults = faultsOf({
  version,
  last: lastTag?.slice(1),
  packages: ['package.json', 'package-lock.json'].map(
    (file) => (JSON.parse(read(file)) as { version: string }).version,
  ),
  changelog,
  operations: read('docs/operations.md'),
  today: new Date().toISOString().slice(0, 10),
  migrations: Object.fromEntries(
    sqlFiles(readdirSync(folder)).map((name) => [name, read(`${folder}/${name}`).trim()]),
  ),
  lastMigrations: Object.fromEntries(
    sqlFiles(lastNames).map((name) => [name, git('show', `${lastTag}:${folder}/${name}`)]),
  ),
})
if (git('branch', '--show-current') !== 'main') faults.push('This is not the branch main')
if (!isClean()) faults.push('There are changes that are not committed')
if (git('tag', '--list', `v${version}`)) faults.push(`The tag v${version} exists already`)
if (faults.length) fail(faults)
console.log(`Versions, changelog and migrations are those of ${version}, after ${lastTag ?? 'none'}.`)
if (isCheck) process.exit()

/** What has to pass, the quickest first. It may not change a file, and meanwhile nobody may commit. */
const steps = [
  ['npm', 'run', 'db:generate'],
  ['npm', 'run', 'screenshots'],
  ['.ci/run'],
  ['npm', 'run', 'drill'],
  ['npm', 'run', 'test:nightly'],
] as const
/** One line for each step that has passed: after a failure the same commit goes on with the step that failed. */
const passedFile = git('rev-parse', '--git-path', 'release-steps')
const passed = existsSync(passedFile) ? read(passedFile) : ''
for (const [command, ...args] of steps) {
  const name = [command, ...args].join(' ')
  const line = `${commit} ${name}\n`
  console.log(`--- ${name}`)
  if (passed.includes(line)) {
    console.log('passed before')
    continue
  }
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) fail([`${name} has failed`])
  if (git('rev-parse', 'HEAD') !== commit) fail([`HEAD is no longer ${commit} after ${name}: begin again`])
  if (!isClean()) fail([`${name} has changed files: look at them, and commit what is right`])
  appendFileSync(passedFile, line)
}
const { title, text } = newestSection(changelog)
const message = `${title}\n\n${text}`
git('tag', '--annotate', '--cleanup=verbatim', '--message', message, `v${version}`, commit)
console.log(`Tagged v${version}. Publish it: git push origin main v${version}`)
