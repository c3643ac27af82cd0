import { screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { anEntry } from '@/test/entries'
import { keysAreThere, renderApp } from '@/test/render-app'

const list = 'GET /api/journal-entries'
const entries = [
  anEntry({ entryDate: '2026-11-20', mood: 'happy', dailyEvents: 'Fog over the river.\nThen sun.' }),
  anEntry({ entryDate: '2026-10-02', gratitude2: 'A café', wins: 'Ran.\nSlept in the fog' }),
  anEntry({ entryDate: '2026-10-01' }),
]

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  onTestFinished(() => void (document.cookie = 'lisa.journal=; max-age=0; path=/'))
})

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const switchTo = (name: string) => screen.findByRole('button', { name })

test('each day is a line of date, mood and first line, and leads to reading it', async () => {
  const { actor } = renderApp('/journal', { [list]: entries })
  expect(await switchTo('Days')).toHaveAttribute('aria-pressed', 'true')
  expect(await screen.findByRole('region', { name: /November 20, 2026/ })).toBeVisible()
  await actor.click(await switchTo('Lines'))
  expect(await switchTo('Lines')).toHaveAttribute('aria-pressed', 'true')
  expect(await switchTo('Days')).toHaveAttribute('aria-pressed', 'false')
  expect(screen.queryByRole('region', { name: /2026/ })).toBeNull()
  expect(lines()).toEqual(['Fri, Nov 20🙂Fog over the river.', 'Fri, Oct 2A café', 'Thu, Oct 1'])
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'November 2026',
    'October 2026',
  ])
  expect(screen.getByRole('link', { name: 'Fri, Nov 20 Happy Fog over the river.' })).toHaveAttribute(
    'href',
    '/journal?day=2026-11-20',
  )
})

test('a line is without the marks of Markdown', async () => {
  const { actor } = renderApp('/journal', {
    [list]: [anEntry({ entryDate: '2026-10-01', dailyEvents: '# Our *bright* day\n- one' })],
  })
  await actor.click(await switchTo('Lines'))
  expect(lines()).toEqual(['Thu, Oct 1Our bright day'])
})

test('is kept on this device', async () => {
  const { actor, unmount } = renderApp('/journal', { [list]: entries })
  await actor.click(await switchTo('Lines'))
  unmount()
  const again = renderApp('/journal', { [list]: entries })
  expect(await screen.findByText('Fog over the river.')).toBeVisible()
  expect(screen.queryByText('Then sun.')).toBeNull()
  await again.actor.click(await switchTo('Days'))
  again.unmount()
  renderApp('/journal', { [list]: entries })
  expect(await screen.findByText(/Then sun\./)).toBeVisible()
})

test('shows what a search has found, marked', async () => {
  const { actor } = renderApp('/journal?q=fog', { [list]: entries.slice(0, 2) })
  await actor.click(await switchTo('Lines'))
  expect(lines()).toEqual(['Fri, Nov 20🙂Fog over the river.', 'Fri, Oct 2Slept in the fog'])
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Fog', 'fog'])
})

test('is gone through with the arrow keys, and each line stays one for the Tab key', async () => {
  const { actor } = renderApp('/journal', { [list]: entries })
  await actor.click(await switchTo('Lines'))
  await keysAreThere()
  screen.getByRole('heading', { level: 1 }).focus()
  await actor.keyboard('{ArrowDown}{ArrowDown}')
  const [, second] = screen.getAllByRole('listitem')
  expect(second?.querySelector('a')).toHaveFocus()
  expect(document.activeElement).toHaveProperty('tabIndex', 0)
})
