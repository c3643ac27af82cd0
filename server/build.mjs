// @ts-check
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

const sources = [
  'client',
  'server',
  'shared',
  'vite.config.ts',
  'tailwind.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const notBuilt = /\.test\.tsx?$|\/test$|\/\.[^/]*$/

/** A build that takes longer than this was killed and could not remove its lock. */
const buildTimeMs = 5 * 60_000

/** @typedef {{ root: string, env: NodeJS.ProcessEnv, say: (line: string) => void }} Options */

/**
 * Builds client and server into dist/ unless dist/ is what the sources make. Their content decides, not their dates: a
 * checkout or a copy changes those.
 * @param {Options} options
 */
export async function buildIfNeeded(options) {
  const { root } = options
  // An image may hold the build alone.
  if (!existsSync(path.join(root, 'server/index.ts')) || isFresh(root)) return
  const vite = viteOf(root)
  const release = await lock(root)
  try {
    // Another start may have built in the meantime.
    if (!isFresh(root)) await build(options, vite)
  } finally {
    release()
  }
}

/** @param {string} root */
const stampOf = (root) => path.join(root, 'dist/.built-from')

/** @param {string} root */
function isFresh(root) {
  const stamp = stampOf(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root)
}

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash('sha256')
  /** @param {string} name */
  const add = (name) => {
    const file = path.join(root, name)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat || notBuilt.test(name)) return
    if (stat.isDirectory()) for (const child of readdirSync(file).sort()) add(`${name}/${child}`)
    else hash.update(`${name} ${stat.size}\n`).update(readFileSync(file))
  }
  for (const source of sources) add(source)
  return hash.digest('hex')
}

/** @param {string} root */
function viteOf(root) {
  try {
    return path.join(
      path.dirname(createRequire(path.join(root, 'package.json')).resolve('vite/package.json')),
      'bin/vite.js',
    )
  } catch {
    throw new Error(
      'Lisa has to be built first, and what builds it is not installed: run `npm ci` (without --omit=dev), then start again.',
    )
  }
}

/**
 * @param {Options} options
 * @param {string} vite
 */
async function build({ root, env, say }, vite) {
  const begun = Date.now()
  say('Building Lisa. This is only needed when its sources have changed …')
  // The stamp goes first and comes last: a build that was interrupted is done again.
  rmSync(stampOf(root), { force: true })
  const builtFrom = fingerprint(root)
  for (const args of [['build'], ['build', '--ssr']]) {
    // Whatever mode the app itself is started in, this is no development build.
    const production = { ...env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, [vite, ...args, '--logLevel', 'warn'], {
      cwd: root,
      env: production,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if ((await exitOf(child)) !== 0) throw new Error('Lisa could not be built: see the error above.')
  }
  writeFileSync(stampOf(root), builtFrom)
  say(`Built in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
}

/**
 * The exit code of `child`, which does not outlive this process.
 * @param {import('node:child_process').ChildProcess} child
 */
async function exitOf(child) {
  const stop = () => {
    child.kill()
    process.exit(1)
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  const [code] = await once(child, 'exit')
  process.off('SIGTERM', stop).off('SIGINT', stop)
  return code
}

/**
 * Waits until no other start is building.
 * @param {string} root
 */
async function lock(root) {
  const file = path.join(root, 'dist/.building')
  for (;;) {
    try {
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error)
      if (['EROFS', 'EACCES', 'EPERM'].includes(code))
        throw new Error(
          `Lisa has to be built first, and ${root} cannot be written to (${code}): run \`npm run build\` where it can, and start again with the folder dist that it makes.`,
          { cause: error },
        )
      if (code !== 'EEXIST') throw error
    }
    if (isAbandoned(file)) rmSync(file, { force: true })
    else await setTimeout(200)
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid === process.pid || Date.now() - statSync(file).mtimeMs > buildTimeMs) return true
    // An empty file is being written at this moment.
    if (pid) process.kill(pid, 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM'
  }
}
