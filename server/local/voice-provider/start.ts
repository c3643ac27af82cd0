import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { Env } from '../../env'
import { root } from '../../root'

// Runs from source: it depends on a development dependency, and a build does not contain it.
const program = path.join(root, 'server/local/voice-provider/main.ts')

export type VoiceProvider = { baseUrl: string; apiKey: string; stop: () => Promise<void> }

/**
 * A stand-in for the voice provider on its own port. Its process starts with the first connection and is restarted after it
 * has ended. Undefined where its sources are not installed.
 */
export async function startVoiceProvider(
  dialect: Env['realtime']['dialect'] = 'openai',
): Promise<VoiceProvider | undefined> {
  if (!existsSync(program)) return undefined
  const apiKey = randomBytes(24).toString('hex')
  let running: Promise<ChildProcess> | undefined

  async function run(): Promise<ChildProcess> {
    const child = fork(program, { cwd: root, execArgv: ['--import', 'tsx'] })
    // A failed `send` is reported to its callback below.
    child.on('error', () => {})
    const ended = once(child, 'exit').then(() => (running = undefined))
    await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('It ended')))])
    child.send({ key: apiKey, dialect })
    return child
  }

  const listener = createServer({ pauseOnConnect: true }, (socket: Socket) => {
    running ??= run()
    running.then(
      (child) => child.send({}, socket, (error) => error && socket.destroy()),
      () => socket.destroy(),
    )
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey,
    async stop() {
      listener.close()
      const child = await running?.catch(() => undefined)
      if (child?.connected) {
        child.disconnect()
        await once(child, 'exit')
      }
    },
  }
}
