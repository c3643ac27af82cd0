import type { Request } from 'express'
import { deviceOf } from '../../http/device'

/** When and from where, for a mail: `November 21, 2026 at 13:00:00 GMT+1, from Safari on iPhone, 203.0.113.7`. */
export function occasionOf(req: Request, now: Date, timeZone: string): string {
  const when = new Intl.DateTimeFormat('en', {
    dateStyle: 'long',
    timeStyle: 'long',
    hourCycle: 'h23',
    timeZone,
  }).format(now)
  const places = [deviceOf(req.get('user-agent')), req.ip?.replace(/^::ffff:/i, '')].filter(Boolean)
  return places.length ? `${when}, from ${places.join(', ')}` : when
}
