import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openEmpty } from '@/test/journal-today'
import { renderApp } from '@/test/render-app'
import { openSettings, phoneSwitch, withPhone } from '@/test/settings'

async function namesOfGroups() {
  await screen.findAllByRole('group')
  return [...document.querySelectorAll('fieldset, [role=group]')].map((group) => {
    expect(group).toHaveAccessibleName()
    return group.getAttribute('aria-label') ?? group.querySelector('legend, p')?.textContent
  })
}

test('every group of fields of the goal form has a name', async () => {
  renderApp('/goals/new', { 'GET /api/goals': [] })
  expect(await namesOfGroups()).toEqual(['Goal', 'Timeline'])
})

test('every group of fields of the journal form has a name', async () => {
  await openEmpty()
  // Until it is known that there are none, the goals have a group too.
  await waitFor(async () =>
    expect(await namesOfGroups()).toEqual([
      'Journal entry',
      'How are you feeling?',
      'What are you grateful for today?',
    ]),
  )
})

test('every group of fields of the settings has a name', async () => {
  openSettings(withPhone)
  await phoneSwitch()
  await screen.findByRole('group', { name: 'Appearance' })
  expect(await namesOfGroups()).toEqual(['Reminders', 'Appearance'])
})
