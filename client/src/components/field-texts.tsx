import type { ReactNode } from 'react'

export type FieldText = { label: string; text: ReactNode }

/** The texts of some fields of an entry or a goal. */
export const FieldTexts = ({ texts }: { texts: FieldText[] }) => (
  <dl className="mt-3 space-y-2">
    {texts.map(({ label, text }) => (
      <div key={label}>
        <dt className="text-xs text-muted">{label}</dt>
        <dd dir="auto" className="font-serif text-base wrap-anywhere whitespace-pre-wrap">
          {typeof text === 'string' && !text.trim() ? '(empty)' : text}
        </dd>
      </div>
    ))}
  </dl>
)
