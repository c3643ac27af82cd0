import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pageUser, setPageUser } from '@/lib/api/page-user'
import { clearDrafts, clearTalks, lastTalk } from '@/lib/device/storage'
import { draftOf } from '@/lib/saving/drafts'
import type { ReadDay } from './tool-definition'
import {
  emptyReceipt,
  isClaimUnfounded,
  keptReceipt,
  ownWords,
  receiptReducer,
  textOf,
  type Receipt,
} from './voice-receipt'
import type { Caption } from './voice-state'
import type { Write } from './voice-writes'

const caption = (id: string, speaker: Caption['speaker'], text: string, isDone = true): Caption => ({
  id,
  speaker,
  text,
  isDone,
})
const write = (state: Write['state'], id = 'key'): Write => ({
  id,
  tool: 'create_goal',
  input: { title: 'Run' },
  state,
  text: 'Goal: Run',
})
const said = (receipt: Receipt, ...captions: Caption[]) =>
  receiptReducer(receipt, { type: 'said', talk: 'one', captions })
const wrote = (receipt: Receipt, ...given: Parameters<typeof write>) =>
  receiptReducer(receipt, { type: 'write', write: write(...given) })

test('what was said stays when the captions are cleared, and when another talk begins', () => {
  let receipt = said(emptyReceipt, caption('a', 'Lisa', 'Hel', false), caption('b', 'You', ' '))
  receipt = said(receipt, caption('a', 'Lisa', 'Hello.'), caption('b', 'You', 'I ran.'))
  receipt = said(receipt)
  receipt = receiptReducer(receipt, { type: 'said', talk: 'two', captions: [caption('a', 'You', 'Again.')] })
  expect(receipt.said.map(({ text }) => text)).toEqual(['Hello.', 'I ran.', 'Again.'])
  expect(ownWords(receipt)).toBe('I ran.\nAgain.')
  expect(textOf(receipt.said)).toBe('Lisa: Hello.\nYou: I ran.\nYou: Again.')
})

test("it is in the order of the talk, though the user's words arrive after Lisa's answer", () => {
  const late = said(emptyReceipt, caption('a', 'You', '', false), caption('b', 'Lisa', 'How far?'))
  const receipt = said(late, caption('a', 'You', 'I ran.'), caption('b', 'Lisa', 'How far?'))
  expect(receipt.said.map(({ text }) => text)).toEqual(['I ran.', 'How far?'])
})

test('words of Lisa that were not heard are removed', () => {
  const receipt = said(emptyReceipt, caption('a', 'You', 'Hi.'), caption('b', 'Lisa', 'Hello there'))
  expect(said(receipt, caption('a', 'You', 'Hi.'), caption('b', 'Lisa', '')).said).toHaveLength(1)
})

test("speech that could not be transcribed is marked, and is not among the user's own words", () => {
  const unwritten = { ...caption('a', 'You', ''), isUnwritten: true }
  const receipt = said(emptyReceipt, unwritten, caption('b', 'Lisa', 'Sorry?'), caption('c', 'You', 'I ran.'))
  expect(receipt.said).toHaveLength(3)
  expect(ownWords(receipt)).toBe('I ran.')
  expect(textOf(receipt.said)).toBe('Lisa: Sorry?\nYou: I ran.')
})

test('of a talk that is too long, the end of the own words is told', () => {
  const receipt = said(
    emptyReceipt,
    caption('a', 'Lisa', 'x'.repeat(9_000)),
    caption('b', 'You', 'y'.repeat(15_000)),
    caption('c', 'You', 'the end'),
  )
  expect(textOf(receipt.said)).toMatch(/^y+\nthe end$/)
})

test('half a character, where words were cut off, is not told: the server would refuse all of it', () => {
  const heard = caption('a', 'Lisa', `日${'𠮷'.slice(0, 1)}…`)
  expect(textOf(said(emptyReceipt, heard).said)).toBe('Lisa: 日\ufffd…')
  const told = textOf(said(emptyReceipt, caption('a', 'You', `${'🙂'.repeat(12_000)}x`)).said)
  expect(told.length).toBe(20_000)
  expect(told.search(/\p{Surrogate}/u)).toBe(-1)
})

test('of what Lisa has read, the days of entries are kept, each once, newest first, and no words', () => {
  const read = (days: ReadDay[]) => ({ type: 'read', days }) as const
  const day = (date: string) => ({ date, id: date, text: 'Ran' })
  const first = receiptReducer(emptyReceipt, read([day('2024-03-12'), { date: '2024-03-13', text: '' }]))
  const receipt = receiptReducer(first, read([{ text: 'Goal' }, day('2025-01-02'), day('2024-03-12')]))
  expect(receipt.read).toEqual(['2025-01-02', '2024-03-12'])
})

describe('Lisa says that something is saved', () => {
  const yes = said(emptyReceipt, caption('a', 'You', 'Yes, save it.'))
  const claim = caption('b', 'Lisa', "I've saved it.")

  test('when nothing was saved, or saving failed', () => {
    expect(isClaimUnfounded(said(yes, claim))).toBe(true)
    expect(isClaimUnfounded(said(wrote(yes, 'failed'), claim))).toBe(true)
    expect(isClaimUnfounded(said(wrote(yes, 'unknown'), claim))).toBe(true)
    expect(isClaimUnfounded(said(yes, { ...claim, isDone: false }))).toBe(false)
    expect(isClaimUnfounded(said(yes, caption('b', 'Lisa', 'Shall I save it?')))).toBe(false)
  })

  test('when it is, or is about to be', () => {
    expect(isClaimUnfounded(said(wrote(yes, 'saved'), claim))).toBe(false)
    expect(isClaimUnfounded(said(wrote(yes, 'pending'), claim))).toBe(false)
    expect(isClaimUnfounded(wrote(said(yes, claim), 'saved'))).toBe(false)
    const later = said(
      wrote(emptyReceipt, 'saved'),
      ...['x', 'y', 'z'].map((id) => caption(id, 'You', 'Yes.')),
    )
    const undo = { type: 'write again', write: write('undone') } as const
    expect(isClaimUnfounded(receiptReducer(said(later, claim), undo))).toBe(true)
    expect(isClaimUnfounded(wrote(said(wrote(yes, 'pending'), claim), 'failed'))).toBe(true)
  })

  test('after what was saved long before', () => {
    const saved = said(wrote(yes, 'saved'), caption('b', 'Lisa', 'Saved.'))
    const next = said(saved, caption('c', 'You', 'Is it there?'), caption('d', 'Lisa', "Yes, it's saved."))
    expect(isClaimUnfounded(next)).toBe(false)
    const later = said(next, caption('e', 'You', 'And this one too.'), caption('f', 'Lisa', "It's saved."))
    expect(isClaimUnfounded(later)).toBe(true)
  })
})

describe('what is kept of the last talk', () => {
  const receipt = wrote(
    wrote(said(emptyReceipt, caption('a', 'You', 'Secret')), 'saved'),
    'pending',
    'second',
  )
  const draft = (userId = 'ana') => draftOf<unknown>(userId, lastTalk.kind, lastTalk.subject)
  const load = (userId: string) => {
    pageUser.id = undefined
    setPageUser(userId)
  }
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('lisa:draft:'))

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
    localStorage.clear()
    load('ana')
    draft().write(receipt)
  })

  test('is there again; what was under way waits to be sent', () => {
    load('ana')
    expect(keptReceipt(draft().read()).writes.map(({ state }) => state)).toEqual(['saved', 'waiting'])
    expect(keptReceipt(draft().read()).said).toEqual(receipt.said)
    expect(keptReceipt(draft('ben').read())).toEqual(emptyReceipt)
  })

  test('is shown for a day, and removed when a page is loaded after that', () => {
    vi.setSystemTime(new Date('2026-11-22T11:59:59Z'))
    load('ana')
    expect(keptReceipt(draft().read()).said).toEqual(receipt.said)
    vi.setSystemTime(new Date('2026-11-22T12:00:01Z'))
    expect(keptReceipt(draft().read())).toEqual(emptyReceipt)
    load('ana')
    expect(kept()).toEqual([])
  })

  test.each([
    ['somebody else signs in', () => load('ben')],
    ['the user signs out', clearDrafts],
    ['the next talk begins', () => clearTalks()],
  ])('is not in the browser any more once %s', (_, happen) => {
    happen()
    expect(kept()).toEqual([])
  })

  test('nor is what an earlier version kept for the tab, once the user signs out', () => {
    sessionStorage.setItem('lisa:receipt:ana', 'Secret')
    clearDrafts()
    expect({ ...sessionStorage }).toEqual({})
  })

  test('is all that goes: other drafts, and a message to Lisa that was not sent, stay', () => {
    draftOf('ana', 'talk', 'message').write('Not sent')
    draftOf('ana', 'journal', '2026-11-21').write({ wins: 'Typed' })
    clearTalks()
    expect(kept()).toHaveLength(2)
  })

  test('of an earlier version has no days that Lisa has read', () => {
    draft().write({ said: receipt.said, writes: [] })
    expect(keptReceipt(draft().read())).toEqual({ said: receipt.said, writes: [], read: [] })
  })

  test('is ignored where it has another form', () => {
    for (const stored of ['', null, [], { said: 1, writes: 2 }]) {
      draft().write(stored)
      expect(keptReceipt(draft().read())).toEqual(emptyReceipt)
    }
  })
})
