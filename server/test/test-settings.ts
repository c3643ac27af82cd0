/** What a context cannot do without. */
export const testSettings = {
  // Tests give the app addresses of other hosts.
  LOCAL_ON_NETWORK: 'yes',
  SESSION_SECRET: 'a session secret that only tests know',
  JWT_SECRET: 'a token secret that only tests know',
  OIDC_ISSUER_URL: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'lisa',
  OIDC_CLIENT_SECRET: 'secret',
}

/** A pair of keys that push messages are signed with. */
export const testVapid = {
  publicKey: 'BDgQot5IMTmImLHWccPzs_vpCFTUfE3XbOtrac2Popgj-na_Rux234Ut-okIuXgN65EYSlVf2Edn5zqrCjjucvg',
  privateKey: 'Rag9bsXUYQmTer8AFQzCKF1uVhhisD-QRKDzNU5wSqM',
  subject: 'mailto:lisa@lisa.test',
}
