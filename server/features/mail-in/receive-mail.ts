import type { DangerAnswer } from '@shared/danger/danger'
import { addDays } from '@shared/dates'
import { MiB } from '@shared/endpoint'
import { entryRecord, journalEntryInput } from '@shared/journal'
import type { MailOutcome } from '@shared/mail-in'
import { storable } from '@shared/text'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { type Db, isOrphaned } from '../../db/db'
import { ConflictError, RetryLaterError } from '../../http/errors'
import { parseInput } from '../../http/parse-input'
import { giveBack, takeOne } from '../../limits/limits'
import { quotaError } from '../../limits/quota'
import { hashOf } from '../../secrets'
import type { ProviderError } from '../../senders/provider-error'
import { journalOf } from '../journal/journal-repository'
import { answerTextOf, answerToDangerIn, giveBackQuietLine, takeQuietLine } from '../messages/danger-answer'
import { type Reminded, remindedBy } from '../reminders/reply-address'
import {
  addressesIn,
  addressIn,
  isAutomatic,
  longestHead,
  type MailHead,
  readHead,
  readText,
  senderOf,
} from './incoming-mail'
import { incomingMailsOf, type StoredMail, type Writer } from './incoming-mails-repository'
import { answerMail } from './answer-mail'
import { writtenWords } from './written-words'

export const largestMail = MiB
/** After the day of the reminder. */
const answerableDays = 7
const day = 24 * 60 * 60
const perDay = { taken: { limit: 20, windowSeconds: day }, told: { limit: 3, windowSeconds: day } }
/** Longer than it takes to send an answer. */
const leaseMs = 2 * 60_000

/** `beginning` holds the head, if there is one; `whole` is asked for only where `size` allows it. */
export type Delivered = { beginning: Buffer; size: number; whole: () => Promise<Buffer> }

/** Adds to the outcomes of an owner's mail those of a mail that is nobody's or was dealt with before. */
type Result = MailOutcome | 'no head' | 'automatic' | 'not addressed' | 'other sender' | 'repeated'

/**
 * Adds the words of an answer to the entry of the reminder's day: once, even if the mail is delivered again or the
 * process is killed. Only the user whose reply address the mail was sent to is ever answered. Rejects if the mail has
 * to be delivered again.
 */
export async function receiveMail(ctx: AppContext, delivered: Delivered): Promise<void> {
  const outcome = await resultOf(ctx, delivered)
  ctx.metrics.mailsReceived.inc({ outcome })
  ctx.log.info({ outcome }, 'Mail received')
}

async function resultOf(ctx: AppContext, delivered: Delivered): Promise<Result> {
  const head = await readHead(delivered.beginning)
  if (!head) return 'no head'
  if (isAutomatic(head)) return 'automatic'
  const all = remindedIn(ctx, head)
  if (!all.length) return 'not addressed'
  const found = await sentByOwner(ctx, head, all)
  if (!found) return 'other sender'
  const [messageId = ''] = head.valuesOf('message-id')
  const hash = hashOf(messageId.trim() || delivered.beginning.toString('latin1', 0, longestHead))
  return settle(ctx, { ...found, hash, delivered }).catch((error: unknown) => {
    // The account was deleted meanwhile.
    if (isOrphaned(error)) return 'other sender'
    throw error
  })
}

/** The programs of mail servers write the address that a message was delivered to into one of these. */
function remindedIn({ env, secrets }: AppContext, head: MailHead): Reminded[] {
  const { address } = env.mailIn ?? {}
  if (!address) return []
  const addresses = addressesIn(head, 'to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to')
  return addresses.flatMap((given) => remindedBy(secrets, address, given) ?? [])
}

/** If a mail answers several reminders, such as with "reply to all", the first one of its sender counts. */
async function sentByOwner({ db }: AppContext, head: MailHead, all: Reminded[]) {
  const sender = senderOf(head)?.toLowerCase()
  for (const userId of new Set(all.map((each) => each.userId))) {
    const writer = await incomingMailsOf(db, userId).writer()
    const reminded = all.find((each) => each.userId === userId)
    if (sender && reminded && writer?.email?.toLowerCase() === sender) return { writer, reminded }
  }
  return undefined
}

type Answer = { writer: Writer; reminded: Reminded; hash: string; delivered: Delivered }

async function settle(ctx: AppContext, answer: Answer): Promise<Result> {
  const { reminded, hash } = answer
  const mails = incomingMailsOf(ctx.db, reminded.userId)
  const earlier = await mails.get(hash)
  if (earlier && !earlier.answerDueAt) return 'repeated'
  if (earlier && !(await mails.claimAnswer(hash, ctx.now(), leaseFrom(ctx.now())))) throw underWay()
  const stored = earlier ?? (await store(ctx, answer, await readMessage(ctx, answer)))
  // Another delivery was faster.
  if (!stored) return settle(ctx, answer)
  if (stored.answerDueAt) await tell(ctx, answer, stored)
  return earlier ? 'repeated' : stored.outcome
}

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs)
const underWay = () => new RetryLaterError(503, 'This message is being answered', leaseMs / 1_000)

type Message = { words: string; fault?: MailOutcome; danger?: DangerAnswer }

/** `fault` is why nothing of it can be saved. Words of danger are looked for all the same. */
async function readMessage(ctx: AppContext, { writer, reminded, delivered }: Answer): Promise<Message> {
  if (delivered.size > largestMail) return { words: '', fault: 'too large' }
  const text = await readText(await delivered.whole())
  if (text === undefined) return { words: '', fault: 'unreadable' }
  const words = storable(writtenWords(text, addressIn(ctx.env.mail?.from ?? ''))).trim()
  if (!words) return { words, fault: 'no words' }
  const { limit } = entryRecord.textField('dailyEvents')
  // The rule is asked past every limit, the model is not.
  const isJudged = `mails judged by the model of ${reminded.userId}`
  const usesAi = writer.usesAi && !(await takeOne(ctx, isJudged, { ...perDay.taken, now: ctx.now() }))
  const danger = await answerToDangerIn(ctx, { ...whereaboutsOf(writer), usesAi }, words.slice(0, limit))
  const isTooLate = addDays(reminded.date, answerableDays) < localDay(ctx.now(), writer.timezone)
  return { words, danger, fault: isTooLate ? 'too late' : words.length > limit ? 'no room' : undefined }
}

const whereaboutsOf = ({ phoneNumber, timezone }: Writer) => ({ phoneNumber: phoneNumber ?? '', timezone })

/**
 * Stores the mail in one transaction with the entry, so that neither a kill nor another delivery saves its words twice.
 * Undefined if another delivery was faster.
 */
async function store(
  ctx: AppContext,
  { reminded: { userId, date }, hash }: Answer,
  { words, fault, danger }: Message,
): Promise<StoredMail | undefined> {
  const { db, secrets } = ctx
  const now = ctx.now()
  const add = (tx: Db, outcome: MailOutcome) => {
    const answerDueAt = outcome === 'saved' && !danger ? null : leaseFrom(now)
    return incomingMailsOf(tx, userId).add(hash, { outcome, answerDueAt, dangerAnswer: danger ?? null }, now)
  }
  const save = () =>
    db.transaction(async (tx) => {
      const stored = await add(tx, 'saved')
      if (!stored) return undefined
      const uses = { ...perDay.taken, now }
      if (await takeOne({ db: tx, secrets }, `mails taken of ${userId}`, uses)) throw new NotSaved('too many')
      const added = parseInput(journalEntryInput, { entryDate: date, dailyEvents: words })
      await journalOf(tx, userId).fillIn(added, { now, by: 'mail' })
      return stored
    })
  let outcome = fault
  if (!outcome)
    try {
      return await save()
    } catch (error) {
      outcome = whyNotSaved(error)
      if (!outcome) throw error
    }
  return add(db, outcome)
}

class NotSaved extends Error {
  constructor(readonly why: MailOutcome) {
    super(why)
  }
}

function whyNotSaved(error: unknown): MailOutcome | undefined {
  if (error instanceof NotSaved) return error.why
  if (quotaError(error)) return 'quota'
  return error instanceof ConflictError ? 'no room' : undefined
}

/** Rejects if the mail server does not take the answer now: the mail has to be delivered again. */
async function tell(
  ctx: AppContext,
  { writer, reminded, hash }: Answer,
  { outcome, dangerAnswer: danger }: StoredMail,
): Promise<void> {
  const { mailer, env, log, metrics } = ctx
  const { userId } = reminded
  const mails = incomingMailsOf(ctx.db, userId)
  const now = ctx.now()
  const told = `mails not saved of ${userId}`
  const sounds = danger && !danger.isHelp ? [danger, ...(danger.others ?? [])] : []
  const line = await takeQuietLine(ctx, userId, sounds, now)
  const said = line ? { ...line, isHelp: false } : danger?.isHelp ? danger : undefined
  const text = said && answerTextOf(ctx, said, whereaboutsOf(writer))
  const isTold = outcome !== 'saved' && !(await takeOne(ctx, told, { ...perDay.told, now }))
  if (mailer && writer.email && (said || isTold))
    try {
      await mailer.send({
        to: { name: '', address: writer.email },
        ...answerMail({ ...writer, appUrl: env.appUrl, date: reminded.date, outcome, danger: text }),
      })
      if (said)
        metrics.dangerAnswers.inc({ kind: said.kind, channel: 'mail', answer: line ? 'line' : 'help' })
    } catch (error) {
      const { kind, code } = error as ProviderError
      log.warn({ result: kind, code }, 'The answer to a mail could not be sent')
      // It may have arrived: sent again, it would come again and again.
      if (kind !== 'unknown') {
        if (line) await giveBackQuietLine(ctx, userId, line.kind)
        if (isTold) await giveBack(ctx, told, perDay.told)
        if (kind !== 'permanent') {
          await mails.retryAnswer(hash, now)
          throw error
        }
      }
    }
  await mails.settleAnswer(hash)
}
