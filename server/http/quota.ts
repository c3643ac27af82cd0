import { databaseError } from '../db/db'
import { AppError } from './errors'

/** By the constraint that the triggers of the migration `quota` name; the error's detail is the bound. */
const refusals: Record<string, (bound: number) => string> = {
  quota_entries: (entries) =>
    `Your journal is full. It can hold up to ${count(entries)} entries. Delete some to add new ones.`,
  quota_goals: (goals) => `You have reached the limit of ${count(goals)} goals. Delete some to add new ones.`,
  quota_bytes: (bytes) =>
    `Your goals and journal have reached the limit of ${count(bytes / 1_000_000)} MB of text. Shorten or delete some of them.`,
}

const count = (n: number) => n.toLocaleString('en')

/** 413 if `error` says that a quota was exceeded. */
export function quotaError(error: unknown): AppError | undefined {
  const { constraint = '', detail } = databaseError(error) ?? {}
  const refusal = refusals[constraint]?.(Number(detail))
  return refusal ? new AppError(413, refusal) : undefined
}
