import { generateKeyPairSync } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../app'
import { type Provider, run, startServer } from './provider'

const sessionCookie = 'GLEWLWYD2_OIDC_SID'
const shared = '/usr/share/glewlwyd/webapp'
const mimeTypes = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'application/javascript',
  '.json': 'application/json',
}

/** Glewlwyd of the Debian package, with a database, a user and clients of its own, set up through its API. */
export async function startGlewlwyd(folder: string, appUrl: string): Promise<Provider> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const database = path.join(folder, 'glewlwyd.db')
  run('sqlite3', [database], readFileSync('/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3', 'utf8'))
  const webapp = path.join(folder, 'webapp')
  // The package links config.json to a folder, which its pages cannot read.
  cpSync(shared, webapp, {
    recursive: true,
    dereference: true,
    filter: (file) => !file.endsWith('config.json') || file.includes('locales'),
  })
  rmSync(path.join(webapp, 'config.json'), { force: true })
  cpSync('/etc/glewlwyd/config-2.7.json/config.json', path.join(webapp, 'config.json'))
  const settings = path.join(folder, 'glewlwyd.conf')
  writeFileSync(settings, configuration(port, url, database, webapp))
  const { stop } = await startServer('glewlwyd', [`--config-file=${settings}`], `${url}/config`)

  const api = await signedInAdmin(url)
  await api('POST', 'mod/plugin', plugin(`${url}/api/oidc`))
  for (const name of ['email', 'profile']) await api('POST', 'scope', { ...scope, name, display_name: name })
  for (const name of ['openid']) await api('PUT', `scope/${name}`, { ...scope, name, display_name: name })
  await api('POST', 'user', {
    username: 'ana',
    name: 'Ana Lima',
    email: 'ana@example.com',
    password: 'a password of Ana',
    enabled: true,
    scope: ['openid', 'email', 'profile'],
  })
  const clients = ['client_secret_basic', 'client_secret_post'].map((method) => ({
    id: `lisa-${method.slice(14)}`,
    secret: `secret-of-${method}`,
    method,
  }))
  // The backend of the clients stores only what it is told of.
  const backend = (await (await api('GET', 'mod/client/database')).json()) as ClientBackend
  Object.assign(backend.parameters['data-format'], {
    post_logout_redirect_uris: { multiple: true, read: true, write: true },
    backchannel_logout_uri: { multiple: false, read: true, write: true },
    backchannel_logout_session_required: { multiple: false, read: true, write: true },
  })
  await api('PUT', 'mod/client/database', backend)
  await api('PUT', 'mod/client/database/reset')
  for (const { id, secret, method } of clients)
    await api('POST', 'client', {
      client_id: id,
      name: id,
      enabled: true,
      confidential: true,
      client_secret: secret,
      password: secret,
      authorization_type: ['code'],
      token_endpoint_auth_method: [method],
      redirect_uri: [`${appUrl}/api/callback`],
      post_logout_redirect_uris: [`${appUrl}/`],
      backchannel_logout_uri: `${appUrl}/api/backchannel-logout`,
      // A string, since Glewlwyd takes `true` as no.
      backchannel_logout_session_required: '1',
      scope: [],
    })
  return {
    name: 'Glewlwyd',
    issuer: `${url}/api/oidc`,
    clients,
    async signIn(page) {
      await page.fill('#username', 'ana')
      await page.fill('#password', 'a password of Ana')
      await page.click('#loginbut')
      await page.getByRole('button', { name: 'Continue' }).waitFor()
      // The first time it asks what Lisa may know.
      if (await page.getByRole('button', { name: 'Grant access' }).isVisible()) {
        for (const name of ['email', 'profile']) await page.check(`#grant-${name}`)
        await page.getByRole('button', { name: 'Grant access' }).click()
      }
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    async signOut(page) {
      await confirmSignOut(page)
      // It stays on its own page, whatever post_logout_redirect_uri says.
      await page.goto(`${appUrl}/`)
    },
    // The page for sign-outs that an application has begun: Glewlwyd's own buttons send no tokens.
    async signOutThere(page) {
      const cookies = await page.context().cookies()
      const sid = cookies.find(({ name }) => name === sessionCookie)?.value ?? ''
      const session = { prompt: 'end_session', plugin: 'oidc', client_id: 'lisa-basic', sid }
      await page.goto(`${url}/login.html?${new URLSearchParams(session)}`)
      await confirmSignOut(page)
    },
    stop,
  }
}

async function confirmSignOut(page: Page) {
  await page.locator('button.btn-danger', { hasText: 'Logout' }).click()
  await page.getByText('You are disconnected').waitFor()
}

type ClientBackend = { parameters: { 'data-format': Record<string, object> } }

const scope = { description: 'Asked for by Lisa', password_required: true, password_max_age: 0, scheme: {} }

function plugin(issuer: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    order_rank: 0,
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 3600,
      'refresh-token-duration': 1209600,
      'code-duration': 600,
      'auth-type-code-enabled': true,
      'auth-type-refresh-enabled': true,
      'refresh-token-rolling': true,
      'pkce-allowed': true,
      'session-management-allowed': true,
      // Without both of them its page for the end of a session gets an error and stays where it is.
      'front-channel-logout-allowed': true,
      'back-channel-logout-allowed': true,
      'session-cookie-name': sessionCookie,
      'session-cookie-expiration': 2419200,
      'subject-type': 'public',
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      claims: [],
    },
  }
}

async function signedInAdmin(url: string) {
  const headers = { 'content-type': 'application/json', cookie: '' }
  const api = async (method: string, name: string, body?: object) => {
    const answer = await fetch(`${url}/api/${name}`, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${name}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const signedIn = await api('POST', 'auth/', { username: 'admin', password: 'password' })
  headers.cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  return api
}

const configuration = (port: number, url: string, database: string, webapp: string) => `
port=${port}
bind_address="127.0.0.1"
external_url="${url}"
login_url="login.html"
api_prefix="api"
static_files_path="${webapp}/"
static_files_mime_types = (${Object.entries(mimeTypes)
  .map(([extension, type]) => `{ extension = "${extension}"; mime_type = "${type}"; }`)
  .join(', ')})
log_mode="console"
log_level="WARNING"
cookie_secure=0
session_expiration=2419200
session_key="GLEWLWYD2_SESSION_ID"
login_api_enabled=true
max_post_size=16778240
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
database = { type = "sqlite3"; path = "${database}"; };
`
