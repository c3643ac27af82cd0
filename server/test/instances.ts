import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { root } from '../root'

// `npm run soak` takes more people and another seed each time; SOAK_SEED repeats the choices of a run.
export const people = Number(process.env.SOAK_PEOPLE ?? 200)
const seed = Number(process.env.SOAK_SEED ?? (process.env.SOAK_PEOPLE ? randomInt(2 ** 32) : 2026))
console.log(`Soak with SOAK_PEOPLE=${people} SOAK_SEED=${seed}`)

let state = seed
/** An integer from 0 to `below` - 1, chosen by the seed (mulberry32). */
export function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}

/** Ten seconds a second: a lease is over after twelve, which no instance sleeps through, however busy the machine is. */
export const fastClock = (start: Date) => ({ shows: start.getTime(), since: Date.now(), speed: 10 })

/** For one test: three processes that run `script`, of which `kills` die at random counts and are replaced. */
export function createInstances(script: string, settings: object, kills: number) {
  const running: ChildProcess[] = []
  const starting: Promise<void>[] = []
  // Test files of one worker share this module, and the choices of each begin with the seed.
  state = seed
  // The last kill leaves work enough for whoever comes after it.
  const plan = Array.from({ length: kills }, () => people * 0.1 + random(people * 0.7)).sort((a, b) => a - b)
  let killed = 0
  onTestFinished(() => {
    for (const instance of running) instance.kill('SIGKILL')
  })

  async function start() {
    const args = ['--import', 'tsx', script, JSON.stringify(settings)]
    const instance = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await Promise.race([once(instance.stdout, 'data'), once(instance, 'exit')])
    if (typeof said === 'number') throw new Error('An instance ended by itself')
    running.push(instance)
  }
  return {
    start: () => Promise.all([start(), start(), start()]),
    /** Told at each step how many there were before it, this kills an instance once there were as many as planned. */
    killAfter(count: number) {
      if (!running.length || count < (plan[killed] ?? Infinity)) return
      killed++
      for (const victim of running.splice(random(running.length), 1)) victim.kill('SIGKILL')
      starting.push(start())
    },
    /** How many were killed, once all that replace them run. */
    killed: async () => {
      await Promise.all(starting)
      return killed
    },
  }
}
