import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { accountEvents, users } from '@shared/schema'
import { forgetExpired } from '../../forget-expired'
import { createProviderApp } from '../../test/provider-app'

const { provider, ctx, db, clock, browser, begin, isSignedIn } = await createProviderApp({ TRUST_PROXY: '1' })
if (!ctx.mailer) throw new Error('This needs an app that sends mail')
const send = vi.spyOn(ctx.mailer, 'send')

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1'
const [home, elsewhere] = ['203.0.113.7', '198.51.100.9']

const inMinutes = (minutes: number) => (clock.now = new Date(clock.now.getTime() + minutes * 60_000))

/** Signs in, and resolves with the mails that went out. */
async function signInWith(userAgent: string, address: string) {
  send.mockClear()
  await browser.get(await begin(), { 'user-agent': userAgent, 'x-forwarded-for': address })
  expect(await isSignedIn()).toBe(true)
  return send.mock.calls.map(([mail]) => mail)
}

const setUp = async () => {
  provider.claims = { sub: 'sub-1', email: 'ana@example.com', given_name: 'Ana' }
  expect(await signInWith(firefox, home)).toEqual([])
  inMinutes(16)
}

test('a sign-in with another kind of browser from another network is told by mail: when, from where, and what to do', async () => {
  await setUp()
  const [mail, ...more] = await signInWith(safari, elsewhere)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: { address: 'ana@example.com' }, subject: 'New sign-in to your account' })
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('Hello Ana')
    expect(part).toContain(`from Safari on iPhone, ${elsewhere}.`)
    expect(part).toContain('“Sign out everywhere”')
    expect(part).toContain('/api/open?screen=/settings')
  }
  expect(await signInWith(safari, elsewhere)).toEqual([])
})

test.each([
  ['the same browser from another network', firefox, elsewhere],
  ['another browser from the same network', safari, home],
])('%s is no news', async (_, userAgent, address) => {
  await setUp()
  expect(await signInWith(userAgent, address)).toEqual([])
})

test('a program without a known name is a device of its own', async () => {
  await setUp()
  expect(await signInWith('no name', elsewhere)).toHaveLength(1)
  expect(await signInWith('other words', '192.0.2.1')).toEqual([])
})

test('a sign-out from somewhere does not make it known', async () => {
  await setUp()
  await browser.get('/api/logout', { 'user-agent': safari, 'x-forwarded-for': elsewhere })
  expect(await signInWith(safari, elsewhere)).toHaveLength(1)
})

test('somebody who signs in again when their session has ended after 90 days is known, and is not after half a year', async () => {
  const day = 24 * 60
  await setUp()
  inMinutes(90 * day)
  await forgetExpired(ctx)
  expect(await signInWith(firefox, home)).toEqual([])
  inMinutes(180 * day)
  await forgetExpired(ctx)
  expect(await signInWith(firefox, home)).toHaveLength(1)
})

test('an account that was just opened, perhaps in two windows, gets no mail', async () => {
  await setUp()
  await db.update(users).set({ createdAt: clock.now })
  await db.delete(accountEvents)
  expect(await signInWith(safari, elsewhere)).toEqual([])
})

test.each([
  ['from where its owner always signs in', firefox, home, []],
  ['from elsewhere', safari, elsewhere, ['New sign-in to your account']],
])('an address that a sign-in %s changes is told to the earlier one', async (_, userAgent, address, more) => {
  await setUp()
  provider.claims = { ...provider.claims, email: 'thief@example.org' }
  const mails = await signInWith(userAgent, address)
  expect(mails.map(({ subject }) => subject)).toEqual(['The email address of your account changed', ...more])
  for (const { to } of mails) expect(to.address).toBe('ana@example.com')
  expect(await db.select().from(users)).toMatchObject([{ email: 'thief@example.org' }])
  await signInWith(firefox, home)
  expect(send).not.toHaveBeenCalled()
})

test('an address that changes is told though the sign-in fails after that', async () => {
  await setUp()
  provider.claims = { ...provider.claims, email: 'thief@example.org' }
  send.mockClear()
  await db.execute(sql`alter table sessions add constraint full_disk check (false) not valid`)
  await browser.get(await begin(), { 'user-agent': firefox, 'x-forwarded-for': home })
  await db.execute(sql`alter table sessions drop constraint full_disk`)
  expect(send.mock.calls).toMatchObject([[{ to: { address: 'ana@example.com' } }]])
})

test('a network is known after the secret was changed, as long as the old one is there', async () => {
  await setUp()
  const { session } = ctx.secrets
  ctx.secrets.session = ['a newer secret of more than thirty-two letters', ...session]
  expect(await signInWith(safari, home)).toEqual([])
  ctx.secrets.session = session
})

test('nobody is kept from signing in when it cannot be seen whether the place is new', async () => {
  await setUp()
  await db.execute(sql`alter table account_events rename to elsewhere`)
  expect(await signInWith(safari, elsewhere)).toEqual([])
  await db.execute(sql`alter table elsewhere rename to account_events`)
})

test('a mail that fails or takes its time does not keep anybody from signing in', async () => {
  await setUp()
  send.mockRejectedValueOnce(new Error('no mail server'))
  expect(await signInWith(safari, elsewhere)).toHaveLength(1)
  send.mockImplementationOnce(() => new Promise(() => {}))
  expect(await signInWith('no name', '192.0.2.1')).toHaveLength(1)
  await db.update(users).set({ timezone: 'Mars/Olympus' })
  expect(await signInWith('curl/8', '192.0.2.2')).toEqual([])
})
