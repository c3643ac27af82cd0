import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../../root'
import { keepHandOvers } from './hand-overs'

let home: string
const folder = () => path.join(home, 'hand-overs')
const fileOf = ({ id }: { id: string }) => path.join(folder(), `${id}.log`)
beforeEach(() => (home = mkdtempSync(path.join(tmpdir(), 'lisa-hand-overs-'))))
afterEach(() => rmSync(home, { recursive: true }))

const warn = vi.fn<(error: unknown) => void>()
const keep = (start: string | undefined = 'this start') => keepHandOvers(folder(), warn, start)
beforeEach(() => warn.mockClear())

test('another process on the machine reads what was noted', async () => {
  const log = keep().log()!
  log.note('a 1')
  log.note('b 2')
  const other = keep()
  expect(await other.ids()).toEqual([log.id])
  expect(await other.notedIn(log.id, ['a 1', 'b 1', 'c 1'])).toEqual(new Set(['a 1']))
  log.note('c 1')
  expect(await other.notedIn(log.id, ['a 1', 'b 1', 'c 1'])).toEqual(new Set(['a 1', 'c 1']))
})

test('each process notes in a log of its own, and makes it only when there is something to note', async () => {
  const [one, two] = [keep(), keep()]
  expect(existsSync(folder())).toBe(false)
  expect(await one.ids()).toEqual([])
  expect(one.log()!.id).not.toBe(two.log()!.id)
  expect(one.log()).toBe(one.log())
  expect(readdirSync(folder())).toHaveLength(2)
  expect(statSync(folder()).mode & 0o777).toBe(0o700)
})

test('a line that is there in part is none, and takes none after it along', async () => {
  const log = keep().log()!
  appendFileSync(fileOf(log), 'de')
  log.note('f 1')
  expect(await keep().notedIn(log.id, ['def 1', 'f 1'])).toEqual(new Set(['f 1']))
})

test('a log of before the machine started again, a damaged one, a copy and one that is gone prove nothing', async () => {
  const log = keep('the start before').log()!
  const now = keep()
  const isProof = async () => (await now.notedIn(log.id, [])) !== undefined
  expect(await isProof()).toBe(false)
  const own = keep().log()!
  expect(await now.notedIn(own.id, [])).toEqual(new Set())
  renameSync(fileOf(own), fileOf(log))
  expect(await isProof()).toBe(true)
  copyFileSync(fileOf(log), `${fileOf(log)}.copy`)
  renameSync(`${fileOf(log)}.copy`, fileOf(log))
  expect(await isProof()).toBe(false)
  writeFileSync(fileOf(log), '')
  expect(await isProof()).toBe(false)
  rmSync(folder(), { recursive: true })
  expect(await isProof()).toBe(false)
})

test('where the system does not tell when it started nothing is noted', async () => {
  const unknown = keepHandOvers(folder(), warn, '')
  expect(unknown.log()).toBeUndefined()
  const log = keep().log()!
  expect(await unknown.notedIn(log.id, [])).toBeUndefined()
})

test('where the folder cannot be made nothing is noted, and it is said once', async () => {
  writeFileSync(folder(), 'a file is in the way')
  const handOvers = keep()
  expect(handOvers.log()).toBeUndefined()
  expect(handOvers.log()).toBeUndefined()
  expect(await handOvers.ids()).toEqual([])
  expect(warn).toHaveBeenCalledOnce()
})

test('a full disk: the log proves nothing any more, and sending goes on without one', () => {
  // A process that may write a file of one block only.
  const script = `
    import { keepHandOvers } from './server/features/reminders/hand-overs'
    const faults = []
    const handOvers = keepHandOvers(${JSON.stringify(folder())}, (error) => faults.push(error.code), 'this start')
    const log = handOvers.log()
    for (let n = 0; n < 1000; n++) log.note('a-delivery ' + n)
    const noted = await handOvers.notedIn(log.id, [])
    console.log(JSON.stringify({ faults: faults.length, noted, isLeft: handOvers.log() !== undefined }))`
  const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" --import tsx --input-type=module -e "$1"`
  const output = execFileSync('bash', ['-c', limited, process.execPath, script], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(JSON.parse(output)).toEqual({ faults: 1, isLeft: false })
})

test('ten minutes after a fault it is tried again', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  writeFileSync(folder(), 'a file is in the way')
  const handOvers = keep()
  expect(handOvers.log()).toBeUndefined()
  rmSync(folder())
  expect(handOvers.log()).toBeUndefined()
  vi.advanceTimersByTime(10 * 60_000 + 1)
  expect(handOvers.log()).toBeDefined()
})

test('a day later there is a new log, and the last one can still be noted in', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const handOvers = keep()
  const first = handOvers.log()!
  vi.advanceTimersByTime(24 * 60 * 60_000 + 1)
  const second = handOvers.log()!
  expect(second.id).not.toBe(first.id)
  first.note('late 1')
  expect(await handOvers.notedIn(first.id, ['late 1'])).toContain('late 1')
})

test('logs that nobody has written in for two days go', async () => {
  const old = keep().log()!
  const file = fileOf(old)
  const longAgo = Date.now() / 1000 - 2 * 24 * 60 * 60 - 60
  utimesSync(file, longAgo, longAgo)
  const young = keep().log()!
  const handOvers = keep()
  const own = handOvers.log()!
  await expect.poll(() => handOvers.ids()).toHaveLength(2)
  expect((await handOvers.ids()).sort()).toEqual([young.id, own.id].sort())
})
