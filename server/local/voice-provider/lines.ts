import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packetsOf } from './ogg'

const clips = path.join(import.meta.dirname, 'clips')

const texts = JSON.parse(readFileSync(path.join(clips, 'lines.json'), 'utf8')) as Record<string, string>

/** Something that the scripted Lisa says: its words, and its sound as Opus packets of 20 ms. */
export type Line = { text: string; packets: Buffer[] }

export function lineOf(name: string): Line {
  const text = texts[name]
  if (!text) throw new Error(`There is no line ${name}`)
  return { text, packets: packetsOf(readFileSync(path.join(clips, `${name}.opus`))) }
}
