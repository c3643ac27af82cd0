import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root'

export type RunningVersion = { version: string; commit: string | null }

let known: RunningVersion | undefined

/** The running version. An image has its commit in a file, a checkout in git. */
export const runningVersion = (): RunningVersion =>
  (known ??= {
    version: (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string })
      .version,
    commit: (imageCommit() ?? checkoutCommit()) || null,
  })

function imageCommit(): string | undefined {
  const file = path.join(root, 'dist/commit')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

const checkoutCommit = () =>
  spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim()
