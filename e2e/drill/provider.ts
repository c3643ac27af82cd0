import { spawn, spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

export type Client = { id: string; secret: string; method: string }

/** An identity provider that runs for the drill, and how a person signs in on its pages. */
export type Provider = {
  name: string
  issuer: string
  clients: Client[]
  signIn(page: Page): Promise<void>
  /** What it asks before it sends the browser back. */
  signOut(page: Page): Promise<void>
  /** Signs out only at the provider. Absent if it sends no logout tokens. */
  signOutThere?(page: Page): Promise<void>
  stop(): Promise<void>
}

export function run(command: string, args: string[], input = '', env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

/** Resolves once `address` answers. */
export async function startServer(
  command: string,
  args: string[],
  address: string,
  env: Record<string, string> = {},
) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  while (!(await fetch(address).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}:\n${output}`)
    await setTimeout(100)
  }
  const stop = () => new Promise<void>((resolve) => child.once('exit', () => resolve()).kill())
  return { stop, output: () => output }
}
