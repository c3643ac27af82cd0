import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { prepareData } from '../local/postgres-folder'
import { pidFile } from '../local/postgres-predecessor'
import { launch } from '../local/postgres-process'
import { preparePrograms } from '../local/postgres-programs'
import { serverUser } from '../local/system-user'
import { temporaryDataDir } from './data-dir'
import { freePort } from './free-port'

type Start = {
  /** Lines of postgresql.conf. */
  settings?: string[]
  /** Lines of pg_hba.conf. */
  access?: string
}

const trust = 'host all all 127.0.0.1/32 trust'

/** Creates a PostgreSQL data folder with the superuser `lisa`. A test can start it on 127.0.0.1 with its own settings. */
export async function createPostgresData() {
  const { folder: home, remove } = await temporaryDataDir()
  const folder = path.join(home, 'postgres')
  const user = serverUser(folder)
  const programs = await preparePrograms(home, user)
  await prepareData(folder, programs, user, true)
  return {
    folder,
    user,
    remove,
    /** Runs until the end of the test; resolves once it is ready. */
    async start({ settings = [], access = trust }: Start = {}) {
      writeFileSync(path.join(folder, 'pg_hba.conf'), access)
      // Another test may take the port before PostgreSQL does.
      for (let tries = 1; ; tries++)
        try {
          return await this.startOnce(settings)
        } catch (error) {
          if (tries === 3) throw error
        }
    },
    async startOnce(settings: string[]) {
      const port = await freePort()
      const values = [
        `port=${port}`,
        'listen_addresses=127.0.0.1',
        'unix_socket_directories=',
        'fsync=off',
        ...settings,
      ]
      const options = values.flatMap((value) => ['-c', value])
      const server = launch([path.join(programs.bin, 'postgres'), '-D', folder, ...options], user, () => {})
      onTestFinished(server.stop)
      await ready(folder, server)
      const url = (role = 'lisa', database = 'postgres', query = '') =>
        `postgres://${role}@127.0.0.1:${port}/${database}${query}`
      return { url, port, pid: server.pid, stop: server.stop }
    },
  }
}

/** Waits until the server is ready; a standby that takes no connections has the state `standby`. */
async function ready(folder: string, server: ReturnType<typeof launch>) {
  for (;;) {
    const { pid, state = '' } = pidFile(folder)
    if (pid === server.pid && ['ready', 'standby'].includes(state)) return
    if (server.ended()) throw new Error(server.lastMessage())
    await setTimeout(20)
  }
}
