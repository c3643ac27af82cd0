import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../app'
import { type Provider, startServer } from './provider'

/** LemonLDAP::NG of the Debian package, with a configuration and sessions of its own and the users of its demo. */
export async function startLemonLdap(folder: string, appUrl: string): Promise<Provider> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  for (const name of ['conf', 'sessions/lock', 'persistent/lock', 'cache'])
    mkdirSync(path.join(folder, name), { recursive: true })
  const clients = ['client_secret_basic', 'client_secret_post'].map((method) => ({
    id: `lisa-${method.slice(14)}`,
    secret: `secret-of-${method}`,
    method,
  }))
  const portal = portalSettings(url, folder)
  const apps = Object.fromEntries(
    clients.map(({ id, secret, method }) => [id, appSettings(appUrl, id, secret, method)]),
  )
  const exported = { email: 'mail', name: 'cn', preferred_username: 'uid' }
  writeFileSync(
    path.join(folder, 'conf', 'lmConf-1.json'),
    JSON.stringify({
      ...portal,
      oidcRPMetaDataOptions: apps,
      oidcRPMetaDataExportedVars: Object.fromEntries(clients.map(({ id }) => [id, exported])),
    }),
  )
  const settings = path.join(folder, 'lemonldap-ng.ini')
  writeFileSync(settings, iniFile(folder))
  const program = path.join(folder, 'portal.psgi')
  writeFileSync(program, psgi)
  const { stop } = await startServer(
    'starman',
    // Several workers, since Lisa reads the keys before she answers a logout token.
    ['--workers', '3', '--listen', `127.0.0.1:${port}`, program],
    `${url}/.well-known/openid-configuration`,
    { LLNG_DEFAULTCONFFILE: settings },
  )
  const discovery = await fetch(`${url}/.well-known/openid-configuration`)
  const { backchannel_logout_supported: sendsTokens } = await discovery.json()
  return {
    name: 'LemonLDAP::NG',
    issuer: `${url}/`,
    clients,
    async signIn(page) {
      await page.fill('input[name=user]', 'dwho')
      await page.fill('input[name=password]', 'dwho')
      await page.click('button[type=submit]')
    },
    // LogoutBypassConfirm: it asks nothing.
    signOut: async () => {},
    // Supported from 2.17.
    signOutThere: sendsTokens ? async (page) => void (await page.goto(`${url}/?logout=1`)) : undefined,
    stop,
  }
}

function portalSettings(url: string, folder: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const storage = (name: string) => ({
    Directory: path.join(folder, name),
    LockDirectory: path.join(folder, name, 'lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  })
  return {
    cfgNum: 1,
    cfgDate: 1,
    locationRules: { '127.0.0.1': { default: 'accept' } },
    cfgVersion: '2.16.1',
    portal: `${url}/`,

    domain: '127.0.0.1',
    cookieName: 'lemonldap',
    securedCookie: 0,
    key: randomBytes(16).toString('hex'),
    authentication: 'Demo',
    userDB: 'Same',
    portalDisplayRegister: 0,
    portalDisplayResetPassword: 0,
    captcha_mail_enabled: 0,
    captcha_register_enabled: 0,
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    macros: { _whatToTrace: '$uid' },
    whatToTrace: '_whatToTrace',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: storage('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: storage('persistent'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: {
      cache_root: path.join(folder, 'cache'),
      namespace: 'lemonldap-ng-sessions',
    },
    issuerDBOpenIDConnectActivation: 1,
    issuerDBOpenIDConnectPath: '^/oauth2/',
    issuerDBOpenIDConnectRule: 1,
    oidcServiceMetaDataIssuer: `${url}/`,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'drill',
  }
}

function appSettings(appUrl: string, id: string, secret: string, method: string) {
  const options = {
    ClientID: id,
    ClientSecret: secret,
    DisplayName: 'Lisa',
    RedirectUris: `${appUrl}/api/callback`,
    PostLogoutRedirectUris: `${appUrl}/`,
    IDTokenSignAlg: 'RS256',
    UserIDAttr: 'uid',
    TokenEndpointAuthMethod: method,
    BypassConsent: 1,
    LogoutBypassConfirm: 1,
    LogoutUrl: `${appUrl}/api/backchannel-logout`,
    LogoutType: 'back',
    LogoutSessionRequired: 1,
  }
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [`oidcRPMetaDataOptions${name}`, value]),
  )
}

const iniFile = (folder: string) => `
[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${path.join(folder, 'conf')}
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`

const psgi = `
use Plack::Builder;
use Plack::Util;
use Lemonldap::NG::Portal::Main;
builder {
  # LemonLDAP sets its cookie for .127.0.0.1, which browsers refuse: a domain is no address.
  enable sub {
    my $app = shift;
    sub { Plack::Util::response_cb($app->(@_), sub { s/; domain=[^;]*//i for @{$_[0][1]} }) }
  };
  enable 'Static', path => sub { s{^/static/}{} }, root => '/usr/share/lemonldap-ng/portal/htdocs/static';
  Lemonldap::NG::Portal::Main->run({});
};
`
