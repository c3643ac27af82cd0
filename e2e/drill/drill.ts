/** The result of a drill. `seconds`: from the fault, or from its end, until no request failed any more. */
export type Row = {
  drill: string
  requests: number
  failed: number
  acknowledged: number
  lost: number
  seconds?: number
  /** Why the drill failed; empty if it passed. */
  faults: string[]
}

const columns = ['requests', 'failed', 'acknowledged', 'lost', 'seconds until well']

export function printHead() {
  console.log(
    `  ${'drill'.padEnd(44)}${columns.map((name) => name.padStart(Math.max(name.length + 2, 10))).join('')}`,
  )
}

export function printRow({ drill, requests, failed, acknowledged, lost, seconds, faults }: Row) {
  const values = [requests, failed, acknowledged, lost, seconds?.toFixed(1) ?? '']
  const cells = values.map((value, n) => String(value).padStart(Math.max((columns[n]?.length ?? 0) + 2, 10)))
  console.log(`${faults.length ? '!' : ' '} ${drill.padEnd(44)}${cells.join('')}`)
  for (const fault of faults) console.log(`!   ${fault}`)
}
