import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { root } from '../../root'

// It runs from its source, like the package it is made with a thing of development: a build does not hold it.
const program = path.join(root, 'server/local/voice-provider/main.ts')

export type VoiceProvider = { baseUrl: string; apiKey: string; stop: () => Promise<void> }

/**
 * A stand-in for the voice provider on a port of its own. Its process begins with the first connection, and begins
 * anew should it have ended; undefined where the sources are not there to run it from.
 */
export async function startVoiceProvider(): Promise<VoiceProvider | undefined> {
  if (!existsSync(program)) return undefined
  const apiKey = randomBytes(24).toString('hex')
  let running: Promise<ChildProcess> | undefined

  async function run(): Promise<ChildProcess> {
    const child = fork(program, { cwd: root, execArgv: ['--import', 'tsx'] })
    // A hand-over that fails is told to the one who hands over.
    child.on('error', () => {})
    const ended = once(child, 'exit').then(() => (running = undefined))
    await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('It ended')))])
    child.send({ key: apiKey })
    return child
  }

  const door = createServer({ pauseOnConnect: true }, (socket: Socket) => {
    running ??= run()
    running.then(
      (child) => child.send({}, socket, (error) => error && socket.destroy()),
      () => socket.destroy(),
    )
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey,
    async stop() {
      door.close()
      const child = await running?.catch(() => undefined)
      if (child?.connected) {
        child.disconnect()
        await once(child, 'exit')
      }
    },
  }
}
