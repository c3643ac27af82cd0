import type { LisaExport } from '@shared/export'
import type { BeforeJson } from '../../http/serve'

type ListName = {
  [Name in keyof LisaExport]-?: LisaExport[Name] extends unknown[] | undefined ? Name : never
}[keyof LisaExport]

type Rows<List> = List extends (infer Row)[] ? AsyncIterable<BeforeJson<Row>> : never

export type Head = BeforeJson<Omit<LisaExport, ListName>>
export type Lists = {
  [Name in keyof Pick<LisaExport, ListName>]: Rows<NonNullable<LisaExport[Name]>>
}

/** `lisa.json`, one row a line. */
export async function* lisaJson(head: Head, lists: Lists): AsyncGenerator<string> {
  const fields = Object.entries(head).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  yield `{\n${fields.join(',\n')}`
  for (const [name, rows] of Object.entries<AsyncIterable<unknown>>(lists)) {
    yield `,\n${JSON.stringify(name)}: [`
    yield* jsonRows(rows)
    yield ']'
  }
  yield '\n}\n'
}

/** The rows of an array without its brackets. */
export async function* jsonRows(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ',\n'
  }
}
