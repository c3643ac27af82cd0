import { dayEnd } from '@shared/instants'
import { localDay } from '@shared/timezones'
import type { Env } from '../../env'
import { TooManyRequestsError } from '../../http/errors'

/** With less than this left of the day a talk does not begin. */
const shortestTalkSeconds = 30

type Minutes = Env['voiceMinutes']

/** How long a talk may last, after `used` seconds of talks on the same day; 0 where none may begin. */
export function talkSeconds(used: number, { perTalk, perDay }: Minutes): number {
  const left = Math.floor(perDay * 60 - used)
  return left < shortestTalkSeconds ? 0 : Math.min(left, perTalk * 60)
}

/** Says when there are more minutes: when the user's day ends. */
export function outOfMinutes(now: Date, timezone: string, { perDay }: Minutes): TooManyRequestsError {
  const end = dayEnd(localDay(now, timezone), timezone)
  const minutes = `${perDay} ${perDay === 1 ? 'minute' : 'minutes'}`
  return new TooManyRequestsError(
    `You've used your ${minutes} with Lisa for today. You'll have more after midnight (${timezone}).`,
    Math.ceil((end.getTime() - now.getTime()) / 1_000),
    'minutes of talk',
  )
}
