import { beforeEach, describe, expect, test } from 'vitest'
import { pageUser, setPageUser } from '@/lib/api/page-user'
import { clearDrafts } from '@/lib/device/storage'
import {
  emptyReceipt,
  isClaimUnfounded,
  keepReceipt,
  ownWords,
  readReceipt,
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

describe('across a reload', () => {
  const receipt = wrote(
    wrote(said(emptyReceipt, caption('a', 'You', 'Secret')), 'saved'),
    'pending',
    'second',
  )
  /** As when the page is loaded. */
  const load = (userId: string, path: string) => {
    history.replaceState(null, '', path)
    pageUser.id = undefined
    setPageUser(userId)
  }

  beforeEach(() => {
    sessionStorage.clear()
    load('ana', '/voice')
    keepReceipt('ana', receipt)
  })

  test('it is there again; what was under way waits to be sent', () => {
    expect(readReceipt('ana').writes.map(({ state }) => state)).toEqual(['saved', 'waiting'])
    expect(readReceipt('ana').said).toEqual(receipt.said)
  })

  test.each([
    ['somebody else signs in', () => load('ben', '/voice')],
    ['another screen is loaded', () => load('ana', '/goals')],
    ['the user signs out', clearDrafts],
  ])('nothing of it is in the browser once %s', (_, happen) => {
    happen()
    expect({ ...sessionStorage }).toEqual({})
  })

  test('somebody who is asked to sign in again finds it', () => {
    load('ana', '/voice')
    expect(readReceipt('ana').said).toEqual(receipt.said)
    expect(readReceipt('ben')).toEqual(emptyReceipt)
  })

  test('nothing is kept of somebody who has signed out', () => {
    clearDrafts()
    pageUser.isOver = true
    keepReceipt('ana', receipt)
    expect({ ...sessionStorage }).toEqual({})
  })

  test('what is stored in another form is ignored', () => {
    for (const stored of ['', 'null', '[]', '{"said":1,"writes":2}']) {
      sessionStorage.setItem('lisa:receipt:ana', stored)
      expect(readReceipt('ana')).toEqual(emptyReceipt)
    }
  })
})
