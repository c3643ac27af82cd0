import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import { type GoalView, type Timeline, timelines } from '@shared/goals'
import type { JournalEntryView } from '@shared/journal'
import { rateLimits } from '@shared/schema'
import { createGoal, createUser } from '../../test/factories'
import { exported, imported, lisaJson, wipe } from '../../test/imports'
import type { Client, User } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp, signIn } from '../../test/test-app'

const { app, db } = await createTestApp({ startReading: readHere })
const stranger = await createGoal(db, (await createUser(db)).id)
const entriesPath = '/api/journal-entries'
const today = new Date().toISOString().slice(0, 10)
const days = Array.from({ length: 5 }, (_, n) => addDays(today, -n))
const period = { from: addDays(today, -200), to: addDays(today, 2) }

type Goal = { id: string; title: string; timeline: Timeline; parent?: Goal; isAchieved: boolean }
type Entry = { id: string; entryDate: string; goals: Set<Goal>; updatedAt: string; earlier?: string }
type Post = { key: string; id: string; sent: { entryDate: string; goalIds: string[] } }

const isAbove = (parent: Goal, part: Goal) =>
  timelines.indexOf(parent.timeline) < timelines.indexOf(part.timeline)
const idsOf = (goals: Iterable<Goal>) => [...goals].map(({ id }) => id).sort()
const without = <T>(rows: T[], gone: T) => rows.filter((row) => row !== gone)

/** What the account should hold, and how each step changes it. */
class Account {
  goals: Goal[] = []
  entries: Entry[] = []
  posts: Post[] = []
  file = lisaJson({})
  #titles = 0

  constructor(
    readonly user: User,
    readonly client: Client,
  ) {}

  #ids = () => new Set(this.goals.map(({ id }) => id))
  #on = (day: string) => this.entries.find(({ entryDate }) => entryDate === day)
  #put = ({ id, entryDate, goals, updatedAt }: Entry, change: object) =>
    this.client.put(`${entriesPath}/${id}`).send({ entryDate, goalIds: idsOf(goals), updatedAt, ...change })
  #saved(entry: Entry, { updatedAt }: JournalEntryView) {
    entry.earlier = entry.updatedAt
    entry.updatedAt = updatedAt
  }

  async addGoal(timeline: Timeline, parent?: Goal) {
    const goal: Goal = { id: '', title: `Goal ${++this.#titles}`, timeline, isAchieved: false }
    const fits = !parent || isAbove(parent, goal)
    const { title } = goal
    const { body } = await this.client
      .post('/api/goals')
      .send({ title, timeline, parentId: parent?.id })
      .expect(fits ? 201 : 400)
    if (fits) this.goals.push({ ...goal, id: body.id, parent })
  }
  async post(made: Post) {
    const { key, id, sent } = made
    const repeated = this.entries.find((entry) => entry.id === id)
    const isRefused = sent.goalIds.some((goalId) => !this.#ids().has(goalId))
    const status = repeated ? 201 : isRefused ? 400 : this.#on(sent.entryDate) ? 409 : 201
    const request = this.client.post(entriesPath).set('Idempotency-Key', key).send(sent)
    const { body } = await request.expect(status)
    if (repeated) expect(body.goalIds).toEqual(idsOf(repeated.goals))
    else if (status === 201) {
      expect(body.goalIds).toEqual([...sent.goalIds].sort())
      const goals = new Set(this.goals.filter((goal) => sent.goalIds.includes(goal.id)))
      this.entries.push({ id: body.id, entryDate: sent.entryDate, goals, updatedAt: body.updatedAt })
    }
    // A repeat after a refusal may make the entry.
    if (status === 201) made.id = body.id
  }
  async addEntry(entryDate: string, goals: Goal[]) {
    const made = { key: randomUUID(), id: '', sent: { entryDate, goalIds: idsOf(new Set(goals)) } }
    this.posts.push(made)
    await this.post(made)
  }
  async toggle(entry: Entry, goal: Goal) {
    if (!entry.goals.delete(goal)) entry.goals.add(goal)
    const { body } = await this.#put(entry, {}).expect(200)
    expect(body.goalIds).toEqual(idsOf(entry.goals))
    const { body: again } = await this.#put(entry, {}).expect(200)
    expect(again).toEqual(body)
    this.#saved(entry, body)
  }
  /** As a page that does not know goals. */
  async write(entry: Entry, wins: string) {
    const { body } = await this.#put(entry, { wins, goalIds: undefined }).expect(200)
    expect(body.goalIds).toEqual(idsOf(entry.goals))
    this.#saved(entry, body)
  }
  async toggleStale(entry: Entry, goal: Goal) {
    const goals = new Set(entry.goals)
    if (!goals.delete(goal)) goals.add(goal)
    const change = { goalIds: idsOf(goals), updatedAt: entry.earlier }
    const { body } = await this.#put(entry, change).expect(409)
    expect(body.current.goalIds).toEqual(idsOf(entry.goals))
  }
  linkForeign = (entry: Entry) => this.#put(entry, { goalIds: [stranger.id] }).expect(400)
  /** With other links, which are not changed either where the day is taken. */
  async move(entry: Entry, entryDate: string, goals: Goal[]) {
    const other = this.#on(entryDate)
    const isTaken = other !== undefined && other !== entry
    const wanted = new Set(goals)
    const { body } = await this.#put(entry, { entryDate, goalIds: idsOf(wanted) }).expect(isTaken ? 409 : 200)
    if (isTaken) return
    Object.assign(entry, { entryDate, goals: wanted })
    this.#saved(entry, body)
  }
  async deleteEntry(entry: Entry) {
    await this.client.delete(`${entriesPath}/${entry.id}`).expect(204)
    this.entries = without(this.entries, entry)
  }
  async deleteGoal(goal: Goal) {
    await this.client.delete(`/api/goals/${goal.id}`).expect(204)
    this.goals = without(this.goals, goal)
    for (const other of this.goals) if (other.parent === goal) other.parent = undefined
    for (const { goals } of this.entries) goals.delete(goal)
  }
  async achieve(goal: Goal) {
    goal.isAchieved = !goal.isAchieved
    await this.client.patch(`/api/goals/${goal.id}`).send({ achieved: goal.isAchieved }).expect(200)
  }
  async setTimeline(goal: Goal, timeline: Timeline) {
    // An older file may have brought this goal with its earlier timeline; the two could not be told apart.
    if (this.goals.some((other) => other !== goal && other.title === goal.title)) return
    goal.timeline = timeline
    for (const part of this.goals) if (part.parent && !isAbove(part.parent, part)) part.parent = undefined
    const { body } = await this.client.patch(`/api/goals/${goal.id}`).send({ timeline }).expect(200)
    expect(body.parentId).toBe(goal.parent?.id ?? null)
  }
  async setParent(goal: Goal, parent: Goal | undefined) {
    const fits = !parent || isAbove(parent, goal)
    if (fits) goal.parent = parent
    await this.client
      .patch(`/api/goals/${goal.id}`)
      .send({ parentId: parent?.id ?? null })
      .expect(fits ? 200 : 400)
  }
  async export() {
    this.file = lisaJson(await exported(this.client))
  }
  /** What is not there is added, and nothing is removed. */
  async import() {
    // Of which there are only so many in an hour.
    await db.delete(rateLimits)
    await imported(this.client, this.file)
    const told: { goals: GoalView[]; entries: JournalEntryView[] } = JSON.parse(this.file)
    const now = await exported(this.client)
    const sameGoal = (a: GoalView | Goal) => (b: GoalView | Goal) =>
      a.title === b.title && a.timeline === b.timeline
    const idNow = (goal: GoalView) => now.goals.find(sameGoal(goal))?.id ?? 'missing'
    const byName = new Map<string, Goal>()
    for (const goal of told.goals) {
      const { id: name, title, timeline, achievedAt } = goal
      let mine = this.goals.find(sameGoal(goal))
      if (!mine)
        this.goals.push((mine = { id: idNow(goal), title, timeline, isAchieved: achievedAt !== null }))
      byName.set(name, mine)
    }
    for (const { id, parentId } of told.goals) {
      const goal = byName.get(id) as Goal
      goal.parent ??= byName.get(parentId ?? '')
    }
    for (const { entryDate, goalIds } of told.entries) {
      let mine = this.#on(entryDate)
      if (!mine) this.entries.push((mine = { id: '', entryDate, goals: new Set(), updatedAt: '' }))
      for (const name of goalIds) mine.goals.add(byName.get(name) as Goal)
    }
    for (const entry of this.entries) {
      const { id = 'missing', updatedAt = '' } =
        now.entries.find(({ entryDate }) => entryDate === entry.entryDate) ?? {}
      Object.assign(entry, {
        id,
        updatedAt,
        earlier: entry.updatedAt === updatedAt ? entry.earlier : undefined,
      })
    }
  }
  async exportAndImport() {
    await this.export()
    await wipe(db, this.user)
    this.goals = []
    this.entries = []
    await this.import()
  }

  /** Everything that shows links says the same. */
  async check() {
    const { goals, entries } = await exported(this.client)
    const sorted = <T extends { id: string }>(rows: T[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(sorted(goals.map(({ id, timeline, parentId }) => ({ id, timeline, parentId })))).toEqual(
      sorted(this.goals.map(({ id, timeline, parent }) => ({ id, timeline, parentId: parent?.id ?? null }))),
    )
    const newestFirst = this.entries.toSorted((a, b) => (a.entryDate < b.entryDate ? 1 : -1))
    expect(
      entries.map(({ id, entryDate, goalIds, updatedAt }) => ({ id, entryDate, goalIds, updatedAt })),
    ).toEqual(
      newestFirst.map(({ id, entryDate, goals, updatedAt }) => ({
        id,
        entryDate,
        goalIds: idsOf(goals),
        updatedAt,
      })),
    )
    const daysOf = (goal: Goal) =>
      newestFirst
        .filter(({ goals }) => goals.has(goal))
        .map(({ id, entryDate }) => ({ entryId: id, entryDate }))
    for (const goal of this.goals) {
      const { body } = await this.client.get(`/api/goals/${goal.id}/days`).expect(200)
      expect(body).toMatchObject(daysOf(goal))
      expect(body).toHaveLength(daysOf(goal).length)
    }
    const touched = sorted(this.goals.filter((goal) => daysOf(goal).length))
    const { body: activity } = await this.client.get('/api/goals/activity').query(period).expect(200)
    expect(activity).toEqual(
      touched.map((goal) => ({
        goalId: goal.id,
        days: daysOf(goal)
          .map(({ entryDate }) => entryDate)
          .reverse(),
      })),
    )
    const { body: review } = await this.client.get('/api/review').query(period).expect(200)
    const named = (goals: { goalId: string }[]) => goals.map(({ goalId }) => goalId).sort()
    expect({
      entries: review.entries,
      goals: named(review.goals),
      achieved: named(review.achieved),
      untouched: named(review.untouched),
    }).toEqual({
      entries: this.entries.length,
      goals: idsOf(touched),
      achieved: idsOf(this.goals.filter(({ isAchieved }) => isAchieved)),
      untouched: idsOf(this.goals.filter((goal) => !goal.isAchieved && !touched.includes(goal))),
    })
    for (const goal of touched)
      expect(review.goals.find(({ goalId }: { goalId: string }) => goalId === goal.id).days).toMatchObject(
        daysOf(goal).reverse(),
      )
  }
}

type Step = { name: string; a: number; b: number; timeline: Timeline; day: string }

/** What is not there cannot be changed: the step is left out. */
function take(account: Account, { name, a, b, timeline, day }: Step): Promise<unknown> | undefined {
  const { goals, entries, posts } = account
  const at = <T>(rows: T[], place: number) => rows[place % rows.length]
  const [goal, other, entry, post] = [at(goals, a), at(goals, b), at(entries, b), at(posts, a)]
  const some = goals.filter((_, n) => (a >> n) % 2)
  if (name === 'add goal' && goals.length < 5) return account.addGoal(timeline, b % 3 ? undefined : other)
  if (name === 'add entry') return account.addEntry(day, some)
  if (name === 'repeat' && post) return account.post(post)
  if (name === 'export') return account.export()
  if (name === 'import') return account.import()
  if (name === 'export and import') return account.exportAndImport()
  if (name === 'write' && entry) return account.write(entry, `Words ${a}`)
  if (name === 'foreign' && entry) return account.linkForeign(entry)
  if (name === 'move' && entry) return account.move(entry, day, some)
  if (name === 'delete entry' && entry) return account.deleteEntry(entry)
  if (name === 'toggle' && entry && goal) return account.toggle(entry, goal)
  if (name === 'stale' && entry?.earlier && goal) return account.toggleStale(entry, goal)
  if (name === 'achieve' && goal) return account.achieve(goal)
  if (name === 'timeline' && goal) return account.setTimeline(goal, timeline)
  if (name === 'parent' && goal) return account.setParent(goal, a % 4 ? other : undefined)
  return name === 'delete goal' && goal ? account.deleteGoal(goal) : undefined
}

const often = ['add goal', 'add entry', 'toggle', 'toggle', 'move', 'parent', 'timeline']
const seldom =
  'write|stale|foreign|repeat|achieve|delete entry|delete goal|export|import|export and import'.split('|')
const steps = fc.array(
  fc.record(
    {
      name: fc.constantFrom(...often, ...seldom),
      a: fc.nat(31),
      b: fc.nat(31),
      timeline: fc.constantFrom(...timelines),
      day: fc.constantFrom(...days),
    },
    { noNullPrototype: true },
  ),
  { minLength: 8, maxLength: 25 },
)

test(
  'after any steps the goals of the days, the days of the goals, the activity and the review agree',
  { tags: 'nightly' },
  async () => {
    const begin: Step[] = (['long-term', 'annual', 'monthly'] as const).flatMap((timeline, n) => [
      { name: 'add goal', a: 0, b: 1, timeline, day: today },
      { name: 'add entry', a: 7, b: 0, timeline, day: days[n] ?? today },
    ])
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const user = await createUser(db)
        const account = new Account(user, await signIn(app, user))
        for (const step of begin) await take(account, step)
        for (const step of steps) {
          const taken = take(account, step)
          if (!taken) continue
          await taken
          await account.check()
        }
      }),
      { numRuns: 10, interruptAfterTimeLimit: 20_000 },
    )
  },
)
