import { existsSync } from 'node:fs'
import { createBrowser } from '../server/test/browser'
import { fillAccount } from './example-account'

/**
 * `npm run seed [-- address [email]]` fills an account of a running Lisa in local mode with goals and 90 days of
 * entries. It signs in at the development identity provider as anybody may, and goes through the API like the app.
 */
if (existsSync('.env')) process.loadEnvFile()
const ana = 'ana@example.org'
const [address = `http://localhost:${process.env.PORT || 3000}`, email = ana] = process.argv.slice(2)
const home = new URL(address).origin
// A sign-in without names keeps those that an account has.
const names: Record<string, string> = email === ana ? { firstName: 'Ana', lastName: 'Silva' } : {}
const browser = createBrowser(home)

async function signIn() {
  const page = await browser.follow(await browser.get(`${home}/api/login`))
  if (!page.url.startsWith(`${home}/dev-idp/`))
    throw new Error(
      `${home} has an identity provider of its own. Seed a Lisa that runs in local mode (npm start).`,
    )
  await browser.follow(await browser.submit(page, { email, ...names }))
}

async function call(path: string, body?: object) {
  const cookie = [...browser.cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${home}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookie, Origin: home, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  // A day that has an entry keeps it: the answer is 409 with its id.
  if (!answer.ok && answer.status !== 409) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<unknown>
}

async function post(path: string, body: object) {
  const { id } = (await call(path, body)) as { id: string }
  return id
}

try {
  await signIn()
  const hasGoals = ((await call('goals')) as unknown[]).length > 0
  const skipGoals = async (path: string, body: object) => (path === 'goals' ? '' : post(path, body))
  const today = new Intl.DateTimeFormat('en-CA').format()
  await fillAccount(hasGoals ? skipGoals : post, { today })
  console.log(`${email} has goals and 90 days of entries now. Sign in with that email at ${home}`)
} catch (error) {
  const { message, cause } = error as Error
  console.error(cause ? `${home} does not answer. Start Lisa first: npm start` : message)
  process.exitCode = 1
}
