import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as drafts from './drafts'

type Values = { wins: string }
type Drafts = typeof drafts

/** Each window runs the module anew; a copied window starts with a copy of the other's sessionStorage. */
async function openWindow(): Promise<Drafts> {
  vi.resetModules()
  return import('./drafts')
}
const open = ({ draftOf }: Drafts, subject = '2026-11-21') => draftOf<Values>('ana', 'entry', subject)

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ now: 1000 })
})

describe('in one window', () => {
  test('a draft is kept per user, kind and subject, with what it was typed over', async () => {
    const first = await openWindow()
    open(first).write({ wins: 'Ran' }, '2026-11-21T08:00:00.000Z')
    expect(open(first).read()).toMatchObject({
      values: { wins: 'Ran' },
      savedAt: 1000,
      base: '2026-11-21T08:00:00.000Z',
    })
    expect(open(first, '2026-11-20').read()).toBeUndefined()
    expect(first.draftOf('ben', 'entry', '2026-11-21').read()).toBeUndefined()
  })

  test('a reload finds the same draft, and keeps writing to it', async () => {
    open(await openWindow()).write({ wins: 'Ran' })
    window.dispatchEvent(new Event('pagehide'))
    const reloaded = open(await openWindow())
    expect(reloaded.read()?.values).toEqual({ wins: 'Ran' })
    reloaded.write({ wins: 'Ran far' })
    expect(localStorage).toHaveLength(1)
  })

  test('a saved draft is gone', async () => {
    const draft = open(await openWindow())
    draft.write({ wins: 'Ran' })
    draft.remove()
    expect(draft.read()).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })
})

describe('in two windows', () => {
  test('each keeps its own text', async () => {
    const one = open(await openWindow())
    const two = open(await openWindow())
    one.write({ wins: 'One' })
    two.write({ wins: 'Two' })
    expect([one.read()?.values.wins, two.read()?.values.wins]).toEqual(['One', 'Two'])
  })

  test('a window without a draft adopts the newest of the others', async () => {
    open(await openWindow()).write({ wins: 'Older' })
    vi.setSystemTime(2000)
    open(await openWindow()).write({ wins: 'Newer' })
    expect(open(await openWindow()).read()?.values).toEqual({ wins: 'Newer' })
  })

  test('saving removes the adopted draft too, even after a reload', async () => {
    open(await openWindow()).write({ wins: 'Lost with the crash' })
    const second = open(await openWindow())
    second.read()
    second.write({ wins: 'Lost with the crash, and more' })
    window.dispatchEvent(new Event('pagehide'))
    open(await openWindow()).remove()
    expect(localStorage).toHaveLength(0)
  })

  test('saving keeps the draft of another window that has typed on', async () => {
    const other = open(await openWindow())
    other.write({ wins: 'Begun' })
    const second = open(await openWindow())
    second.read()
    vi.setSystemTime(2000)
    other.write({ wins: 'Begun and gone on' })
    second.remove()
    expect(other.read()?.values).toEqual({ wins: 'Begun and gone on' })
  })
})

describe('on sign-out', () => {
  test('every draft is removed and none is written any more', async () => {
    const drafts = await openWindow()
    localStorage.setItem('theirs', 'stays')
    open(drafts).write({ wins: 'Private' })
    open(drafts, '2026-11-20').write({ wins: 'Private too' })
    const [{ clearDrafts }, { pageUser }] = [
      await import('@/lib/device/storage'),
      await import('@/lib/api/page-user'),
    ]
    clearDrafts()
    pageUser.isOver = true
    open(drafts).write({ wins: 'Too late' })
    expect(Object.keys(localStorage)).toEqual(['theirs'])
  })

  test.each([
    ['a sign-out', '', 0],
    ['another user', 'ben', 0],
    ['the same user', 'ana', 1],
    ['a session that has expired', '-', 1],
  ])('a window that missed the event of %s finds it in storage', async (_, announced, count) => {
    const draft = open(await openWindow())
    localStorage.setItem('lisa:user', announced)
    draft.write({ wins: 'Private' })
    expect(Object.keys(localStorage).filter((key) => key.startsWith('lisa:draft:'))).toHaveLength(count)
  })
})

describe('with a storage that does not work', () => {
  test('a full storage does not break typing', async () => {
    const draft = open(await openWindow())
    const isFull = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: isFull })
    expect(() => draft.write({ wins: 'Ran' })).not.toThrow()
    expect(draft.read()).toBeUndefined()
  })

  test('a forbidden storage does not break typing', async () => {
    vi.stubGlobal('localStorage', undefined)
    vi.stubGlobal('sessionStorage', undefined)
    const draft = open(await openWindow())
    expect(() => draft.write({ wins: 'Ran' })).not.toThrow()
    expect(() => draft.remove()).not.toThrow()
    expect(draft.read()).toBeUndefined()
  })

  test.each(['{"values":', 'null', '7', '{"savedAt":1}'])('%s is no draft', async (text) => {
    const drafts = await openWindow()
    open(drafts).write({ wins: 'Ran' })
    localStorage.setItem(Object.keys(localStorage)[0]!, text)
    expect(open(drafts).read()).toBeUndefined()
  })
})
