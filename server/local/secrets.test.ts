import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isKeyPair } from '../setting-types'
import { StartupError } from '../startup-error'
import { localSecrets, localVapidKeys } from './secrets'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'lisa-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('secrets are long, differ from each other and stay the same at the next start', () => {
  const first = localSecrets(dataDir)
  expect(first.session.length).toBeGreaterThanOrEqual(32)
  expect(first.jwt.length).toBeGreaterThanOrEqual(32)
  expect(first.session).not.toBe(first.jwt)
  expect(localSecrets(dataDir)).toEqual(first)
})

test('only their owner can read them, and nothing else is left behind', () => {
  const nested = path.join(dataDir, 'not/there/yet')
  localSecrets(nested)
  expect(statSync(path.join(nested, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(nested)).toEqual(['secrets.json'])
})

test('the keys for notifications are a pair, stay the same, and a damaged file of theirs is refused', () => {
  const keys = localVapidKeys(dataDir)
  expect(isKeyPair(keys.publicKey, keys.privateKey)).toBe(true)
  expect(localVapidKeys(dataDir)).toEqual(keys)
  const other = localVapidKeys(path.join(dataDir, 'other'))
  const file = path.join(dataDir, 'vapid.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, JSON.stringify({ ...keys, privateKey: other.privateKey }))
  expect(() => localVapidKeys(dataDir)).toThrow('only after opening Lisa')
})

test('another data folder has other secrets', () => {
  expect(localSecrets(path.join(dataDir, 'a'))).not.toEqual(localSecrets(path.join(dataDir, 'b')))
})

test('a damaged file is never replaced silently', () => {
  const file = path.join(dataDir, 'secrets.json')
  for (const damaged of ['', '{"session":"short","jwt":"short"}']) {
    writeFileSync(file, damaged)
    expect(() => localSecrets(dataDir)).toThrow(StartupError)
    expect(readFileSync(file, 'utf8')).toBe(damaged)
  }
  expect(existsSync(file)).toBe(true)
})

test('a folder that cannot be written is named', () => {
  const file = path.join(dataDir, 'file')
  writeFileSync(file, '')
  expect(() => localSecrets(path.join(file, 'data'))).toThrow(`The data folder ${file}/data cannot be used`)
})
