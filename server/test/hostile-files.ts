import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root'

/** A file that somebody sends to hold the server up. What answers it is the name of its source, or why it is refused. */
type HostileFile = {
  make: () => string | Buffer | Promise<Buffer>
  /** As the client gives it. */
  name?: string
} & ({ source: string } | { refusal: string | RegExp })

/** By what is wrong with them. */
export type HostileFiles = Record<string, HostileFile>

const folder = path.join(root, 'server/features/import/readers/fixtures/hostile')

/** Those of all modules in the folder, each with what is wrong with it. */
export async function hostileFiles() {
  const all: [what: string, file: HostileFile][] = []
  for (const name of readdirSync(folder)) {
    const { files }: { files: HostileFiles } = await import(path.join(folder, name))
    for (const [what, file] of Object.entries(files)) all.push([`${name.replace('.ts', '')}: ${what}`, file])
  }
  return all
}

export const repeated = (times: number, part: (index: number) => string, between = '\n') =>
  Array.from({ length: times }, (_, index) => part(index)).join(between)
