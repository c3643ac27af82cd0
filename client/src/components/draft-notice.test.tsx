import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DraftNotice } from './draft-notice'

test.each([
  ['2026-11-21T19:29:00', /^From today at 7:29\sPM, not saved yet\.$/],
  ['2026-11-20T19:29:00', /^From Nov 20, 2026 at 7:29\sPM, not saved yet\.$/],
])('a draft of %s says since when it is kept', (savedAt, sentence) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00') })
  render(<DraftNotice savedAt={new Date(savedAt).getTime()} onDiscard={() => {}} />)
  expect(screen.getByText('We kept your draft')).toBeVisible()
  expect(screen.getByText(sentence)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Discard draft' })).toBeVisible()
})

test('of words that nobody typed it does not say since when they are kept', () => {
  render(<DraftNotice savedAt={Date.now()} isPut onDiscard={() => {}} />)
  expect(screen.getByText('These words are ready to change')).toBeVisible()
  expect(screen.getByText('They are not saved yet.')).toBeVisible()
})
