import { freePort, startApp, temporaryDataDir } from './app'

/** One app for all journeys; each signs in as a person of its own. */
export default async function globalSetup() {
  const data = await temporaryDataDir()
  const app = await startApp(data.folder, await freePort())
  process.env.LISA_E2E_URL = app.url
  return async () => {
    await app.signal('SIGTERM')
    await data.remove()
  }
}
