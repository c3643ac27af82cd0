export type Status = 'ok' | 'failed' | 'not set up' | 'not possible'
export type Row = { what: string; status: Status; why?: string }

/** The rows of one server, in the order of `names`. What was not reported was not possible, because of what failed before. */
export function rowsOf<Name extends string>(names: readonly Name[]) {
  const rows = new Map<Name, Row>()
  return {
    report: (what: Name, status: Status, why?: string) => void rows.set(what, { what, status, why }),
    rows(): Row[] {
      let failed: Name | undefined
      return names.map((what) => {
        const row = rows.get(what)
        if (row?.status === 'failed') failed ??= what
        return row ?? { what, status: 'not possible', why: failed && `needs: ${failed}` }
      })
    },
  }
}

export const lineOf = ({ what, status, why = '' }: Row) =>
  `  ${what.padEnd(24)}${status.padEnd(14)}${why}`.trimEnd()

const keys = new Set<string>()

/** A server may quote the key that it was asked with. A short one is no secret, and part of ordinary words. */
export const hideKey = (key = '') => key.length >= 8 && keys.add(key)

/** What a server or a model has said, as part of a line. */
export const quoted = (text: string) => {
  let line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  for (const key of keys) line = line.replaceAll(key, '…')
  return `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
