import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { env } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'

const tsx = path.join(import.meta.dirname, '../../node_modules/.bin/tsx')
const today = new Date().toISOString().slice(0, 10)
const changelog = `# Changelog

## 1.0.0 (${today})

- The first one, up to \`0001_first\`.
`

/** A repository whose steps do nothing, but for `ci`, a script of the shell. */
function createRepository(ci = '') {
  const cwd = mkdtempSync(path.join(tmpdir(), 'lisa-release-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const person = { NAME: 'Ana', EMAIL: 'ana@example.com' }
  const options = {
    cwd,
    encoding: 'utf8',
    env: {
      ...env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...Object.fromEntries(
        Object.entries(person).flatMap(([what, value]) => [
          [`GIT_AUTHOR_${what}`, value],
          [`GIT_COMMITTER_${what}`, value],
        ]),
      ),
    },
  } as const
  const git = (...args: string[]) => execFileSync('git', args, options).trim()
  const scripts = Object.fromEntries(
    ['db:generate', 'test:nightly', 'drill', 'screenshots'].map((name) => [name, 'true']),
  )
  const files = {
    'package.json': JSON.stringify({ version: '1.0.0', scripts }),
    'package-lock.json': JSON.stringify({ version: '1.0.0' }),
    'docs/CHANGELOG.md': changelog,
    'docs/operations.md': '\n| 1.0.0 | `0001_first` | none | |\n',
    'migrations/0001_first.sql': 'SELECT 1;',
    '.ci/run': `#!/bin/sh\n${ci}\n`,
  }
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(cwd, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content, { mode: 0o755 })
  }
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  const release = () => spawnSync(tsx, [path.join(import.meta.dirname, 'main.ts'), '1.0.0'], options)
  return { git, release }
}

test('the commit that passed every step is tagged with the text of the changelog', () => {
  const { git, release } = createRepository()
  expect(release().status).toBe(0)
  expect(git('rev-parse', 'v1.0.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(git('for-each-ref', '--format=%(contents)', 'refs/tags')).toBe(
    `1.0.0 (${today})\n\n- The first one, up to \`0001_first\`.`,
  )
})

test('a commit made while the steps run ends the release', () => {
  const { git, release } = createRepository('git commit --quiet --allow-empty --message Later')
  const { stdout, stderr, status } = release()
  expect(status).toBe(1)
  expect(stderr).toContain(`! HEAD is no longer ${git('rev-parse', 'HEAD~')} after .ci/run: begin again\n`)
  expect(stdout).not.toContain('npm run drill')
  expect(git('tag')).toBe('')
})

test('a release that failed goes on with the step that failed, another commit with the first', () => {
  const runs = path.join(mkdtempSync(path.join(tmpdir(), 'lisa-release-runs-')), 'runs')
  onTestFinished(() => rmSync(path.dirname(runs), { recursive: true }))
  const { git, release } = createRepository(`echo >> ${runs}; test $(wc -l < ${runs}) != 1`)
  expect(release()).toMatchObject({ status: 1, stderr: '! .ci/run has failed\n' })
  git('commit', '--quiet', '--allow-empty', '--message', 'Later')
  expect(release().stdout).not.toContain('passed before')
  git('tag', '--delete', 'v1.0.0')
  const { stdout } = release()
  expect(stdout).toContain('--- .ci/run\npassed before\n')
  expect(git('tag')).toBe('v1.0.0')
  expect(readFileSync(runs, 'utf8')).toBe('\n\n')
})

test('a tag of this version on another branch is a fault before any step', () => {
  const { git, release } = createRepository()
  git('switch', '--quiet', '--create', 'other')
  git('commit', '--quiet', '--allow-empty', '--message', 'Elsewhere')
  git('tag', 'v1.0.0')
  git('switch', '--quiet', 'main')
  const { stdout, stderr, status } = release()
  expect([stdout, stderr, status]).toEqual(['', '! The tag v1.0.0 exists already\n', 1])
})
