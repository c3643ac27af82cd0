import { csv } from './readers/csv'
import { dayOne } from './readers/day-one'
import { daylio } from './readers/daylio'
import { journey } from './readers/journey'
import { journiv } from './readers/journiv'
import { lisa } from './readers/lisa'
import { markdown } from './readers/markdown'
import type { Reader } from './source'

/** In the order in which they are asked whether they know a file; each knows only its own. */
export const readers: Reader[] = [lisa, journey, dayOne, journiv, daylio, markdown, csv]
