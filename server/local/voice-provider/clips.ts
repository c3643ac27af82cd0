import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packetsOf } from './ogg'

const clips = path.join(import.meta.dirname, 'clips')

const texts = JSON.parse(readFileSync(path.join(clips, 'texts.json'), 'utf8')) as Record<string, string>

/** What the demo says: the text, and the audio as Opus packets of 20 ms. */
export type Clip = { text: string; packets: Buffer[] }

export function loadClip(name: string): Clip {
  const text = texts[name]
  if (!text) throw new Error(`There is no clip ${name}`)
  return { text, packets: packetsOf(readFileSync(path.join(clips, `${name}.opus`))) }
}
