// @ts-check
// What `npm start` runs. Plain JavaScript, because it comes before the build and must be understood by an old Node too.
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(
    `Lisa needs Node 20.19 or newer and this is Node ${process.versions.node}: install a newer one from https://nodejs.org.`,
  )

const settings = path.join(root, '.env')
if (existsSync(settings)) {
  try {
    process.loadEnvFile(settings)
  } catch (error) {
    fail(`The file ${settings} cannot be read: ${messageOf(error)}`)
  }
}

try {
  const { buildIfNeeded } = await import('./build.mjs')
  await buildIfNeeded({ root, env: process.env, say })
} catch (error) {
  fail(messageOf(error))
}

if (process.argv.includes('--build-only')) process.exit(0)

// In this process, so that SIGTERM and Ctrl-C reach the server directly.
await import(pathToFileURL(path.join(root, 'dist/server/index.js')).href)

/**
 * Prints one line, in production in the format of the log.
 * @param {string} sentence
 */
function say(sentence, level = 30) {
  const isProduction = process.env.NODE_ENV?.trim() === 'production'
  const print = level === 30 || isProduction ? console.log : console.error
  const instance = process.env.INSTANCE?.trim() || hostname()
  print(isProduction ? JSON.stringify({ level, time: Date.now(), instance, msg: sentence }) : sentence)
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  say(sentence, 60)
  process.exit(1)
}
