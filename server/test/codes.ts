import { expect } from 'vitest'
import type { createFakeTwilio } from './fake-twilio'
import type { Client } from './people'

type Twilio = Awaited<ReturnType<typeof createFakeTwilio>>

/** What a person does who has a phone: asks for a code and enters what the text says. */
export function codesFrom(twilio: Twilio) {
  const codeAt = (number: string) =>
    /\b\d{6}\b/.exec(twilio.received.findLast(({ to }) => to === number)?.body ?? '')?.[0] ?? ''
  const save = (client: Client, phoneNumber: string, more = {}) =>
    client
      .put('/api/reminder-settings')
      .send({ phoneNumber, phoneReminderEnabled: true, ...more })
      .expect(200)
  const enter = (client: Client, code: string) => client.put('/api/phone-confirmation').send({ code })
  return {
    /** The code in the newest text to `number`. */
    codeAt,
    save,
    enter,
    isConfirmed: async (client: Client) => {
      const { body } = await client.get('/api/phone-confirmation').expect(200)
      expect(Object.keys(body)).toEqual(['confirmed'])
      return body.confirmed as boolean
    },
    /** Saves `number` and confirms it. */
    async confirm(client: Client, number: string) {
      await save(client, number)
      await client.post('/api/test-sms').expect(200)
      await enter(client, codeAt(number)).expect(204)
    },
  }
}
