import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import webPush from 'web-push'
import { z } from 'zod'
import { isKeyPair } from '../setting-types'
import { StartupError } from '../startup-error'
import { makeDataDir } from './postgres-folder'

const secrets = z.object({ session: z.string().min(32), jwt: z.string().min(32) })
const vapidKeys = z
  .object({ publicKey: z.string(), privateKey: z.string() })
  .refine(({ publicKey, privateKey }) => isKeyPair(publicKey, privateKey))

const random = () => randomBytes(32).toString('base64url')

/** The secrets of the local mode, generated once and stored, so that sessions survive a restart. */
export const localSecrets = (dataDir: string) =>
  kept(path.join(dataDir, 'secrets.json'), {
    schema: secrets,
    generate: () => ({ session: random(), jwt: random() }),
    loss: 'everyone then has to sign in again',
  })

/** The keys of the local mode that notifications are signed with; browsers have subscribed with the public one. */
export const localVapidKeys = (dataDir: string) =>
  kept(path.join(dataDir, 'vapid.json'), {
    schema: vapidKeys,
    generate: webPush.generateVAPIDKeys,
    loss: 'everyone then gets notifications again only after opening Lisa',
  })

type Kept<T> = { schema: z.ZodType<T>; generate: () => T; loss: string }

function kept<T>(file: string, { schema, generate, loss }: Kept<T>): T {
  if (!existsSync(file)) create(file, generate())
  const content = readFileSync(file, 'utf8')
  try {
    return schema.parse(JSON.parse(content))
  } catch {
    throw new StartupError(`The file ${file} is damaged: remove it (${loss}).`)
  }
}

function create(file: string, content: unknown) {
  makeDataDir(path.dirname(file))
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600, flush: true })
  try {
    // Unlike a rename, a link never replaces secrets that a concurrent start has just created.
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
