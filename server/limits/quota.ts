import { databaseError } from '../db/db'
import type { Env } from '../env'
import { AppError } from '../http/errors'

/** By the constraint that the triggers of the migration `quota` name; the error's detail is the bound. */
const refusals: Record<string, (bound: number) => string> = {
  quota_entries: (entries) =>
    `Your journal is full. It can hold up to ${count(entries)} entries. Delete some to add new ones.`,
  quota_goals: (goals) => `You have reached the limit of ${count(goals)} goals. Delete some to add new ones.`,
  quota_bytes: (bytes) =>
    `Your goals and journal have reached the limit of ${count(bytes / 1_000_000)} MB of text. Shorten or delete some of them.`,
}

const count = (n: number) => n.toLocaleString('en')

type Stored = { entries: number; goals: number; bytes: number }

/** The refusal, if any, of what `added` has made of `stored`. */
export function quotaExceeded(stored: Stored, added: Stored, { megabytes, ...counts }: Env['quota']) {
  const quota = { ...counts, bytes: megabytes * 1_000_000 }
  const exceeded = (['bytes', 'goals', 'entries'] as const).find(
    (what) => added[what] > 0 && stored[what] > quota[what],
  )
  return exceeded && refusal(`quota_${exceeded}`, quota[exceeded])
}

/** 413 if `error` says that a quota was exceeded. */
export function quotaError(error: unknown): AppError | undefined {
  const { constraint = '', detail } = databaseError(error) ?? {}
  return refusal(constraint, Number(detail))
}

function refusal(constraint: string, bound: number): AppError | undefined {
  const sentence = refusals[constraint]?.(bound)
  return sentence ? new AppError(413, sentence) : undefined
}
