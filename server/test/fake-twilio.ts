import express from 'express'
import { serve } from './serve'

type ReceivedText = { to: string; from: string; body: string; authorization: string }
type TwilioAnswer = { status: number; code?: number; html?: boolean } | 'drop'

/** As much of Twilio's API as sending takes, over HTTP or HTTPS, with its errors. */
export async function createFakeTwilio(options?: Parameters<typeof serve>[0]) {
  const server = await serve(options)
  const fake = {
    settings: {
      accountSid: 'AC00000000000000000000000000000000',
      authToken: 'an auth token that only tests know',
      from: '+15005550006',
      apiBaseUrl: server.origin,
    },
    received: [] as ReceivedText[],
    count: (to: string) => fake.received.filter((text) => text.to === to).length,
    answerTo: async (_to: string): Promise<TwilioAnswer | undefined> => undefined,
    stop: server.stop,
    restart: server.restart,
  }
  const app = express()
  app.post(
    '/2010-04-01/Accounts/:sid/Messages.json',
    express.urlencoded({ extended: false }),
    async (req, res) => {
      const { To: to, From: from, Body: body } = req.body
      const answer = await fake.answerTo(to)
      if (answer !== 'drop' && answer?.html)
        return void res.status(answer.status).send('<h1>Unavailable</h1>')
      if (answer !== 'drop' && answer)
        return void res.status(answer.status).json({
          code: answer.code,
          message: `The 'To' number ${to} cannot be used`,
          status: answer.status,
          more_info: `https://www.twilio.com/docs/errors/${answer.code}`,
        })
      fake.received.push({ to, from, body, authorization: req.get('authorization') ?? '' })
      if (answer === 'drop') return void req.socket.destroy()
      res.status(201).json({ sid: `SM${fake.received.length}`, status: 'queued' })
    },
  )
  server.handle(app)
  return fake
}
