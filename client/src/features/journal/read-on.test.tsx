import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEntry } from '@/test/entries'
import { renderApp } from '@/test/render-app'

const list = 'GET /api/journal-entries'

type Callback = (entries: { target: Element }[]) => void
const observed: { target: Element; callback: Callback }[] = []

class Observer {
  constructor(private callback: Callback) {}
  observe(target: Element) {
    // The line of the connection, which loads late, is observed too.
    if (!target.matches('[role=status]')) observed.push({ target, callback: this.callback })
  }
  unobserve() {}
  disconnect() {}
}

// Also before the module is loaded, which makes one for all cards.
vi.stubGlobal('ResizeObserver', Observer)

beforeEach(() => {
  observed.length = 0
  vi.stubGlobal('ResizeObserver', Observer)
})

function measure(scrollHeight: number, clientHeight: number) {
  const [{ target, callback } = expect.fail('Nothing is observed')] = observed
  vi.spyOn(target, 'scrollHeight', 'get').mockReturnValue(scrollHeight)
  vi.spyOn(target, 'clientHeight', 'get').mockReturnValue(clientHeight)
  act(() => callback([{ target }]))
}

async function showEntry(path = '/journal') {
  const entry = anEntry({ entryDate: '2026-01-05', dailyEvents: 'A long day.', wins: 'Slept.' })
  const app = renderApp(path, { [list]: [entry], 'GET /api/goals': [] })
  const card = await screen.findByRole('region', { name: /January 5, 2026/ })
  await waitFor(() => expect(observed).toHaveLength(1))
  return { ...app, box: card.querySelector('p')?.parentElement }
}

const button = (name: string) => screen.queryByRole('button', { name })

test('an entry that fits is shown whole, without a button', async () => {
  await showEntry()
  measure(300, 300)
  expect(button('Read on')).toBeNull()
})

test('a long entry ends with a button that opens it in place and closes it again', async () => {
  const { actor, box } = await showEntry()
  measure(900, 336)
  expect(box).toHaveClass('max-h-[calc(14lh-2.5rem)]')
  await actor.click(screen.getByRole('button', { name: 'Read on' }))
  expect(box).not.toHaveClass('overflow-hidden')
  expect(button('Show less')).toHaveFocus()

  await actor.keyboard('{Enter}')
  expect(box).toHaveClass('max-h-[calc(14lh-2.5rem)]')
  expect(button('Read on')).toHaveFocus()
})

test('an entry that was opened is open when one comes back to it', async () => {
  const { actor } = await showEntry()
  measure(900, 336)
  await actor.click(screen.getByRole('button', { name: 'Read on' }))
  await actor.click(screen.getByRole('link', { name: 'Goals' }))
  await screen.findByRole('heading', { level: 1, name: 'Goals' })
  await actor.click(screen.getByRole('link', { name: 'Journal' }))
  expect(await screen.findByRole('button', { name: 'Show less' })).toBeVisible()
})

test('what a search has found is among the lines that are shown, also after the text was laid out anew', async () => {
  const { box } = await showEntry('/journal?q=day')
  // The font may change any of its parts.
  const parts = [...(box?.children ?? [])]
  const offsetTop = vi.spyOn(screen.getByText('day'), 'offsetTop', 'get')
  measure(900, 336)
  expect(observed.slice(1).map(({ target }) => target)).toEqual(parts)
  for (const top of [700, 748]) {
    offsetTop.mockReturnValue(top)
    observed[1]?.callback([])
    expect(box?.scrollTop).toBe(top - 336 / 2)
  }
})
