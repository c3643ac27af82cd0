import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { root } from '../../server/root'
import { startPostgres } from '../../server/local/postgres'
import { freePort, temporaryDataDir } from '../app'
import { findBrowser } from '../find-browsers.mjs'
import { startGlewlwyd } from './glewlwyd'
import { startLemonLdap } from './lemonldap'
import { installPackages } from './packages'
import { until } from './programs'
import { type Client, type Provider, startServer } from './provider'

// Signs in to a production build with identity providers of Debian, in a real browser and once for each kind of client.
const packages = {
  glewlwyd: startGlewlwyd,
  lemonldap: startLemonLdap,
}

installPackages(
  'glewlwyd',
  'dbconfig-sqlite3',
  'sqlite3',
  'liblemonldap-ng-portal-perl',
  'starman',
  // Modules that the portal always loads, although Debian only recommends or suggests them.
  'libgd-securityimage-perl',
  'libimage-magick-perl',
  'libio-string-perl',
  'libmime-tools-perl',
  'libstring-random-perl',
)
const folder = mkdtempSync(path.join(tmpdir(), 'lisa-drill-'))
const data = await temporaryDataDir()
const postgres = await startPostgres({ dataDir: data.folder })
const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] })
const appPort = await freePort()
const appUrl = `http://127.0.0.1:${appPort}`
const secret = () => randomBytes(32).toString('hex')
const secrets = { SESSION_SECRET: secret(), JWT_SECRET: secret() }
const limitMs = 20_000
let failures = 0

try {
  for (const [name, start] of Object.entries(packages)) {
    const provider = await start(mkdtempSync(path.join(folder, name)), appUrl)
    try {
      for (const client of provider.clients)
        await report(`${provider.name}, ${client.method}`, () => signInAndOut(browser, provider, client))
      const [client] = provider.clients
      if (client) {
        await report(`${provider.name}, sign-out at the provider`, () =>
          signOutThere(browser, provider, client),
        )
        await report(`${provider.name}, wrong secret`, () =>
          refused(browser, provider, { ...client, secret: 'another' }),
        )
      }
    } finally {
      await provider.stop()
    }
  }
} finally {
  await browser.close()
  await postgres.stop()
  await data.remove()
  rmSync(folder, { recursive: true })
}
process.exit(failures || process.exitCode ? 1 : 0)

async function report(what: string, attempt: () => Promise<string>) {
  const outcome = await attempt().catch((error: unknown) => {
    failures++
    return `FAILED: ${error instanceof Error ? error.message : String(error)}`
  })
  console.log(`${what}: ${outcome}`)
}

function startLisa({ issuer }: Provider, client: Client) {
  return startServer(process.execPath, [path.join(root, 'dist/server/index.js')], `${appUrl}/healthz`, {
    ...secrets,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(appPort),
    APP_URL: appUrl,
    DATA_DIR: data.folder,
    DATABASE_URL: postgres.url,
    OIDC_ISSUER_URL: issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
  })
}

type Lisa = Awaited<ReturnType<typeof startLisa>>

/** `other` is a page of another browser. */
async function withPages<T>(browser: Browser, lisa: Lisa, act: (page: Page, other: Page) => Promise<T>) {
  const contexts = [await browser.newContext(), await browser.newContext()] as const
  for (const context of contexts) context.setDefaultTimeout(limitMs)
  try {
    return await act(await contexts[0].newPage(), await contexts[1].newPage())
  } catch (error) {
    throw new Error(`${String(error)}\n${lisa.output()}`, { cause: error })
  } finally {
    for (const context of contexts) await context.close()
    await lisa.stop()
  }
}

async function signIn(page: Page, provider: Provider) {
  await page.goto(`${appUrl}/api/login?returnTo=/goals`)
  await provider.signIn(page)
  await page.waitForURL(`${appUrl}/goals`)
}

function userOf(page: Page) {
  return page.request.get(`${appUrl}/api/auth/user`)
}

async function signInAndOut(browser: Browser, provider: Provider, client: Client) {
  return withPages(browser, await startLisa(provider, client), async (page) => {
    await signIn(page, provider)
    const { email, firstName, lastName } = await (await userOf(page)).json()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await provider.signOut(page)
    await page.waitForURL(`${appUrl}/`)
    const after = await userOf(page)
    if (after.status() !== 401) throw new Error(`Still signed in: ${after.status()}`)
    await page.goto(`${appUrl}/api/login`)
    if (page.url().startsWith(appUrl)) throw new Error('The provider signed in without asking')
    return `signed in as ${firstName} ${lastName ?? ''} <${email}>, and out here and there`
  })
}

async function signOutThere(browser: Browser, provider: Provider, client: Client) {
  const signOut = provider.signOutThere
  if (!signOut) return 'not tried, since it sends no logout tokens'
  return withPages(browser, await startLisa(provider, client), async (page, other) => {
    for (const each of [page, other]) await signIn(each, provider)
    await signOut(page)
    await until('The logout token', async () => (await userOf(page)).status() === 401, limitMs)
    const left = await userOf(other)
    if (left.status() !== 200) throw new Error(`The other browser is signed out: ${left.status()}`)
    const newestEvent = async () =>
      (await (await other.request.get(`${appUrl}/api/account/events`)).json())[0]
    await until('The event', async () => (await newestEvent()).kind === 'sign-out-by-provider', limitMs)
    return 'its logout token ended this session and not that of another browser'
  })
}

async function refused(browser: Browser, provider: Provider, client: Client) {
  const lisa = await startLisa(provider, client)
  return withPages(browser, lisa, async (page) => {
    await page.goto(`${appUrl}/api/login`)
    await provider.signIn(page)
    await page.waitForURL(`${appUrl}/**`)
    const heading = await page.innerText('h1')
    if (heading !== 'Sign-in is not set up correctly') throw new Error(`The page says: ${heading}`)
    if (!lisa.output().includes('OIDC_CLIENT_SECRET')) throw new Error('The log names no setting')
    return `"${heading}", and the log names the settings`
  })
}
