import { Fragment, useMemo } from 'react'
import { occurrences, searchWords } from '@shared/fold'

/** Text in which the words of a search are marked. */
export function Marked({ text, q }: { text: string; q: string }) {
  const ranges = useMemo(() => (q ? occurrences(text, searchWords(q)) : []), [text, q])
  const after = ranges.at(-1)?.end ?? 0
  return (
    <>
      {ranges.map(({ start, end }, i) => (
        <Fragment key={start}>
          {text.slice(ranges[i - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(after)}
    </>
  )
}
