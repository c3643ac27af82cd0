import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { StartupError } from '../startup-error'
import { socketName } from './postgres-folder'
import { runAs } from './system-user'

/** For a server that is stopping. */
export const stopTimeoutMs = 15_000

/** Until the server of a killed process notices that its owner is gone. */
const graceMs = 500

type Server = { pid: number; stopping: boolean; orphaned: boolean }

/** Labels the servers started by this process, so that a later start recognises orphaned ones. */
export const ownerSetting = () => `cluster_name=lisa-${process.pid}`

/**
 * Resolves when no other server runs on `folder` and the files of earlier ones are removed. Waits for one that is
 * stopping, stops one whose app is gone, and throws if one is in use.
 */
export async function waitForOtherServer(folder: string, socketFolder: string) {
  const begun = Date.now()
  for (;;) {
    const server = runningServer(folder) ?? (await serverInOtherContainer(folder, socketFolder))
    if (!server) break
    const waited = Date.now() - begun
    const isEnding = server.stopping || server.orphaned
    if (waited > (isEnding ? stopTimeoutMs : graceMs)) throw inUse(server.pid, path.dirname(folder))
    if (server.orphaned && !server.stopping && waited > graceMs) stopServer(server.pid)
    await setTimeout(50)
  }
  for (const file of [path.join(folder, 'postmaster.pid'), path.join(socketFolder, `${socketName}.lock`)]) {
    // Without a pid it is just being written by another start.
    const [pid] = lines(file)
    if (pid && !runningServer(folder)) rmSync(file, { force: true })
  }
}

/** The pid and state (`starting`, `ready`, `stopping`) in the server's pid file. */
export function pidFile(folder: string) {
  const [pid, , , , , , , state] = lines(path.join(folder, 'postmaster.pid'))
  return { pid: Number(pid), state: state?.trim() }
}

/** Verifies the pid in the pid file: after a crash it may belong to another program by now. */
function runningServer(folder: string): Server | undefined {
  const { pid, state } = pidFile(folder)
  const found = pid ? processWith(pid, folder) : undefined
  if (!found) return undefined
  const owner = /cluster_name=lisa-(\d+)/.exec(found.command)?.[1]
  return {
    pid,
    stopping: state === 'stopping',
    orphaned: owner !== undefined && Number(owner) !== found.parent,
  }
}

/** A server in another container that shares the folder: its pid is meaningless here, but its socket accepts connections. */
async function serverInOtherContainer(folder: string, socketFolder: string): Promise<Server | undefined> {
  const { pid, state } = pidFile(folder)
  if (!pid) return undefined
  const answers = await new Promise((resolve) => {
    const socket = connect(path.join(socketFolder, socketName), () => resolve(true)).on('error', () =>
      resolve(false),
    )
    socket.unref().on('connect', () => socket.destroy())
  })
  return answers ? { pid, stopping: state === 'stopping', orphaned: false } : undefined
}

function processWith(pid: number, folder: string): { parent: number; command: string } | undefined {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      ...runAs(undefined),
      encoding: 'utf8',
    })
    const [, parent, command] = /^\s*(\d+) (.*postgres.*)/.exec(stdout ?? '') ?? []
    return command ? { parent: Number(parent), command } : undefined
  }
  try {
    // /proc, because small images lack `ps`. The working directory of postgres is its data folder.
    if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return undefined
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command.includes('postgres') ? { parent: Number(parent), command } : undefined
  } catch {
    return undefined
  }
}

function stopServer(pid: number) {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has exited already.
  }
}

function lines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

const inUse = (pid: number, home: string) =>
  new StartupError(
    `Lisa cannot start on ${home}: data folder in use by PostgreSQL pid ${pid}; stop the other Lisa, or set DATA_DIR to another folder.`,
  )
