import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import type { Job } from '../../clock'
import type { AppContext } from '../../context'
import { logOutage } from '../../db/outage'
import { asMeant } from '../../http/error-handler'
import { DatabaseAwayError, RetryLaterError } from '../../http/errors'
import { isLoopback } from '../../loopback'
import { ProviderError } from '../../senders/provider-error'
import { longestHead } from './incoming-mail'
import { largestMail, receiveMail } from './receive-mail'

const seconds = 1_000
const limits = {
  connectionTimeout: 10 * seconds,
  greetingTimeout: 10 * seconds,
  socketTimeout: 30 * seconds,
  maxLineLength: largestMail,
  maxLiteralSize: 2 * largestMail,
}
/** What a minute does not suffice for is left to the next one. */
const longestRunMs = 45 * seconds

/**
 * A job that settles the unread messages of the mailbox, oldest first. Any number of instances may do so at once: a message is
 * marked as read only after it was settled, and its words are saved once. An outage is logged once.
 */
export function mailboxReader(imapUrl: string): Job {
  const { mailbox, ...connection } = partsOf(imapUrl)
  let isReachable = true
  const failures: Failures = new Map()
  return async (ctx, stopping, givingUp) => {
    // Loading it takes long.
    const { ImapFlow } = await import('imapflow')
    const client = new ImapFlow({ ...connection, ...limits, logger: false })
    // Only so that there is a listener: the call that is under way rejects as well.
    client.on('error', () => {})
    const close = () => client.close()
    givingUp.addEventListener('abort', close, { once: true })
    try {
      await client.connect()
      await client.mailboxOpen(mailbox)
      if (!isReachable) ctx.log.info('The mailbox of MAIL_IN can be read again')
      isReachable = true
      await settleUnread(ctx, client, failures, stopping)
      await client.logout()
    } catch (error) {
      if (isReachable) ctx.log.error({ code: codeOf(error) }, 'The mailbox of MAIL_IN cannot be read')
      isReachable = false
      ctx.metrics.mailboxFailures.inc()
    } finally {
      givingUp.removeEventListener('abort', close)
      client.close()
    }
  }
}

/** Instead of the message, which may quote the server. */
function codeOf(error: unknown) {
  const { code, serverResponseCode } = error as { code?: string; serverResponseCode?: string }
  return serverResponseCode ?? code
}

const causeOf = (error: unknown) =>
  (error as { responseStatus?: string }).responseStatus ? { code: codeOf(error) } : { err: error }

/** Beyond this machine nothing is sent before the connection is encrypted, whatever the mail server offers. */
function partsOf(imapUrl: string): ImapFlowOptions & { mailbox: string } {
  const { protocol, hostname, port, username, password, pathname } = new URL(imapUrl)
  const secure = protocol === 'imaps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    doSTARTTLS: !secure && !isLoopback(hostname),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    mailbox: decodeURIComponent(pathname.slice(1)) || 'INBOX',
  }
}

/** How often each message could not be fetched or settled, in this process. */
type Failures = Map<number, number>
/** Each in a minute of its own. */
const mostFailures = 10

/** Rejects if the mailbox fails; whatever else does is dealt with here. */
async function settleUnread(
  ctx: AppContext,
  client: ImapFlow,
  failures: Failures,
  stopping: AbortSignal,
): Promise<void> {
  const end = performance.now() + longestRunMs
  const unread = (await client.search({ seen: false }, { uid: true })) || []
  const failuresOf = (uid: number) => failures.get(uid) ?? 0
  const markAsRead = async (uids: number[]) => {
    const isMarked = await client.messageFlagsAdd(uids, ['\\Seen'], { uid: true })
    if (isMarked) for (const uid of uids) failures.delete(uid)
    return isMarked
  }
  const isGivenUp = (uid: number) => failuresOf(uid) >= mostFailures
  const [givenUp, others] = [unread.filter(isGivenUp), unread.filter((uid) => !isGivenUp(uid))]
  if (givenUp.length && (await markAsRead(givenUp)))
    ctx.metrics.mailsReceived.inc({ outcome: 'failed' }, givenUp.length)
  let isLogged = false
  // Messages that have failed come last, since some mail servers end the connection over them.
  for (const uid of others.sort((one, other) => failuresOf(one) - failuresOf(other) || one - other)) {
    if (stopping.aborted || performance.now() > end) return
    const left = await settleOne(ctx, client, uid).catch((error: unknown) => {
      failures.set(uid, failuresOf(uid) + 1)
      if (!client.usable) throw error
      if (!isLogged) ctx.log.error(causeOf(error), 'A mail could not be settled')
      isLogged = true
      return 'to be tried again' as const
    })
    if (left === 'for want of the database') return
    if (!left) await markAsRead([uid])
  }
}

/** Why the message is left for the next minute; undefined if it is settled. */
async function settleOne(ctx: AppContext, client: ImapFlow, uid: number) {
  const fetched = (maxLength: number) =>
    client.fetchOne(String(uid), { size: true, source: { maxLength } }, { uid: true })
  const message = await fetched(longestHead)
  // It was deleted meanwhile.
  if (!message || !message.source) return undefined
  const { source: beginning, size = beginning.length } = message
  let lost: unknown
  const whole = async () => {
    try {
      const again = await fetched(largestMail)
      return (again && again.source) || beginning
    } catch (error) {
      lost = error
      throw error
    }
  }
  try {
    return void (await receiveMail(ctx, { beginning, size, whole }))
  } catch (error) {
    if (lost) throw lost
    const meant = asMeant(error)
    if (meant instanceof DatabaseAwayError) {
      logOutage(ctx.log, error)
      return 'for want of the database'
    }
    if (meant instanceof ProviderError || meant instanceof RetryLaterError) return 'to be tried again'
    throw error
  }
}
