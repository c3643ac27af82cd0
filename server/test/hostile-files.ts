import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { HostileFiles } from '../features/import/readers/fixtures/hostile/hostile-file'
import { root } from '../root'

const folder = path.join(root, 'server/features/import/readers/fixtures/hostile')

/** Each with what is wrong with it. */
export async function hostileFiles() {
  const all: [what: string, file: HostileFiles[string]][] = []
  for (const name of readdirSync(folder)) {
    const { files = {} }: { files?: HostileFiles } = await import(path.join(folder, name))
    for (const [what, file] of Object.entries(files)) all.push([`${name.replace('.ts', '')}: ${what}`, file])
  }
  return all
}
