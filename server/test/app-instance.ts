import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createContext } from '../create-context'
import { createPool } from '../db/db'
import { readEnv } from '../env'
import { createApp } from '../app'
import { createLog } from '../log'
import { testSettings } from './test-settings'

// A process of its own that serves the API on a free port, which it prints.
const { databaseUrl, settings } = JSON.parse(process.argv[2] ?? '{}')
const log = createLog('warn')
const env = readEnv({ ...testSettings, ...settings })
const pool = createPool({ databaseUrl, databasePoolMax: 10, quota: env.quota }, log)
const app = createApp(await createContext(env, { log, pool }))
const server = createServer(app).listen(0, '127.0.0.1', () =>
  console.log((server.address() as AddressInfo).port),
)
