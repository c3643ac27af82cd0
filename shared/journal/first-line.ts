import { shortened } from '../text'

const longestFirstLine = 200

/** The first line of `text`, without spaces around it and not longer than a quotation may be. */
export const firstLineIn = (text: string): string =>
  shortened(text.trim().split('\n')[0] ?? '', longestFirstLine)
