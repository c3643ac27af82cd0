import { appleJournal } from './readers/apple-journal'
import { csv } from './readers/csv'
import { dayOne } from './readers/day-one'
import { daylio } from './readers/daylio'
import { diarium } from './readers/diarium'
import { journey } from './readers/journey'
import { journiv } from './readers/journiv'
import { jrnl } from './readers/jrnl'
import { lisa } from './readers/lisa'
import { markdown } from './readers/markdown'
import { standardNotes } from './readers/standard-notes'
import type { Reader } from './source'

/** In the order in which they are asked whether they know a file. Each knows only its own, and Markdown any dated text. */
export const readers: Reader[] = [
  lisa,
  journey,
  dayOne,
  journiv,
  diarium,
  daylio,
  appleJournal,
  standardNotes,
  jrnl,
  markdown,
  csv,
]
