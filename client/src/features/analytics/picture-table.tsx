import { ChevronRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'

type Props = {
  caption: string
  /** Numbers stand to the right. */
  head: { key: string; title: ReactNode; isText?: boolean }[]
  rows: { key: string; title: ReactNode; cells: ReactNode[] }[]
}

/** The words and numbers of a picture, for those who do not see it and those who want to know exactly. */
export function PictureTable({ caption, head, rows }: Props) {
  return (
    <details className="group -my-2 text-sm print:hidden">
      <summary className="inline-flex min-h-touch cursor-pointer items-center gap-1 rounded-control pr-2 text-muted hover:text-ink">
        <ChevronRightIcon size={16} className="transition-transform duration-150 group-open:rotate-90" />
        <span>
          Show as a table<span className="sr-only">: {caption}</span>
        </span>
      </summary>
      <div className="relative -mx-1 overflow-x-auto px-1">
        <table className="w-full tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {head.map(({ key, title, isText }, i) => (
                <th key={key} scope="col" className={styleOf(i > 0, isText)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, title, cells }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {title}
                </th>
                {cells.map((cell, i) => (
                  <td key={head[i + 1]?.key} className={styleOf(true, head[i + 1]?.isText)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const styleOf = (isCell: boolean, isText = !isCell) =>
  cn('font-medium', isCell && 'py-1.5 pl-2', isText ? 'text-left' : 'text-right')
