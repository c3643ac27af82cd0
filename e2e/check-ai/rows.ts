export type Status = 'ok' | 'failed' | 'not set up' | 'not possible'
export type Row = { what: string; status: Status; why?: string }

/** The rows of one server, in the order of `names`. What was not reported was not possible, because of what failed before. */
export function rowsOf<Name extends string>(names: readonly Name[]) {
  const rows = new Map<Name, Row>()
  return {
    report: (what: Name, status: Status, why?: string) => void rows.set(what, { what, status, why }),
    rows(): Row[] {
      const failed = names.find((name) => rows.get(name)?.status === 'failed')
      return names.map((what) => rows.get(what) ?? { what, status: 'not possible', why: `needs: ${failed}` })
    },
  }
}

export const lineOf = ({ what, status, why = '' }: Row) =>
  `  ${what.padEnd(24)}${status.padEnd(14)}${why}`.trimEnd()

/** What a server or a model has said, as part of a line. */
export const quoted = (text: string) => {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  return `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
