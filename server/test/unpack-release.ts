import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root'

export function git(...args: string[]) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** The newest version before this commit; 1.0.0 where the clone has no tag. */
export const releaseBefore =
  git('describe', '--tags', '--match=v*', '--abbrev=0', 'HEAD^') ?? '95ab9633bd1cc555ed9924d724156e6a1de9a192'

/**
 * Puts the sources of the version before into `folder`, so that tsx can run its `server/index.ts`. It gets the packages of
 * this version, since they hardly differ and installing others takes minutes.
 */
export function unpackReleaseBefore(folder: string): string {
  const files = ['package.json', 'tsconfig.json', 'server', 'shared', 'migrations']
  const archive = execFileSync('git', ['archive', releaseBefore, ...files], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  // In the place of the built client, which nobody opens.
  const client = path.join(folder, 'dist/client')
  mkdirSync(path.join(client, '.vite'), { recursive: true })
  writeFileSync(path.join(client, '.vite/manifest.json'), '{}')
  for (const page of ['index.html', 'signed-out.html']) writeFileSync(path.join(client, page), '')
  return folder
}
