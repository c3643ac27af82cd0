import { describe, expect, onTestFinished, test } from 'vitest'
import { users } from '@shared/schema'
import { createBrowser } from '../test/browser'
import { createUser } from '../test/factories'
import { testsReleaseBefore, startReleaseBefore } from '../test/release-before'
import { createSmtpSink } from '../test/smtp-sink'
import { createTestApp, signIn } from '../test/test-app'

describe.runIf(testsReleaseBefore())('the version before on the schema of this one', () => {
  test(
    'signs people in, saves, reads what this version has saved, and sends reminders',
    { timeout: 300_000, tags: 'nightly' },
    async () => {
      const { app, ctx, db } = await createTestApp()
      const smtp = await createSmtpSink()
      onTestFinished(smtp.stop)
      const ben = await createUser(db, { nextReminderAt: new Date() })
      const DATABASE_URL = ctx.pool.options.connectionString!
      const url = await startReleaseBefore({ DATABASE_URL, SMTP_URL: smtp.url })
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      await expect.poll(() => smtp.count(ben.email!), { timeout: 60_000 }).toBe(1)

      const browser = createBrowser(url)
      const form = await browser.follow(await browser.get('/api/login'))
      await browser.follow(await browser.submit(form, { email: 'ana@lisa.test', firstName: 'Ana' }))
      const askBefore = async (method: string, path: string, body?: object) => {
        const headers = { accept: 'application/json', 'content-type': 'application/json', origin: url }
        const sent = await browser.send(method, path, { headers, body: body && JSON.stringify(body) })
        return JSON.parse(sent.text)
      }
      const ana = (await db.select().from(users)).find(({ email }) => email === 'ana@lisa.test')!
      expect(await askBefore('GET', '/api/auth/user')).toMatchObject({ id: ana.id })

      // Each version reads and changes what the other one has saved.
      const asAna = await signIn(app, ana)
      const goal = await askBefore('POST', '/api/goals', { title: 'Read', timeline: 'monthly' })
      await asAna.patch(`/api/goals/${goal.id}`).send({ title: 'Read aloud' }).expect(200)
      expect(await askBefore('GET', '/api/goals')).toMatchObject([{ title: 'Read aloud' }])

      const entry = { entryDate: '2026-01-03', wins: 'Bread' }
      const { id } = await askBefore('POST', '/api/journal-entries', entry)
      const page = `/api/journal-entries/${id}`
      const withCake = { ...entry, wins: 'Cake' }
      await asAna.put(page).send(withCake).expect(200)
      expect(await askBefore('GET', page)).toMatchObject(withCake)
      await askBefore('PUT', page, entry)
      expect((await asAna.get(page).expect(200)).body).toMatchObject(entry)
    },
  )
})
