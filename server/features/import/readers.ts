import { lisa } from './readers/lisa'
import type { Reader } from './source'

/** In the order in which they are asked whether they know a file. */
export const readers: Reader[] = [lisa]
