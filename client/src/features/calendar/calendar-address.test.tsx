import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '@/test/fake-api'
import { answerConfirm } from '@/test/goals'
import { button, openSettings } from '@/test/settings'

const read = 'GET /api/calendar'
const make = 'POST /api/calendar'
const url = 'https://lisa.example/api/calendar/secret.ics'
const titles = () => screen.findByRole('checkbox', { name: 'With the titles of goals' })
const calendar = { titles: true, createdAt: '2026-11-24T08:00:00.000Z' }

test('an address is made as chosen, shown once, and withdrawn', async () => {
  const { actor, api } = openSettings(
    {},
    { [make]: () => answer(201, { url }), 'DELETE /api/calendar': undefined },
  )
  await actor.click(await titles())
  api.on(read, calendar)
  await actor.click(button('Make address'))
  expect(await screen.findByLabelText('Address of your calendar')).toHaveValue(url)
  expect(api.callsOf(make).map(({ body }) => body)).toEqual([{ titles: true }])
  await actor.click(button('Done'))
  expect(screen.queryByDisplayValue(url)).toBeNull()
  expect(
    screen.getByText('You made an address on November 24, 2026, with the titles of goals.'),
  ).toBeVisible()
  answerConfirm(true)
  api.on(read, null)
  await actor.click(button('Withdraw'))
  expect(await screen.findByRole('button', { name: 'Make address' })).toBeVisible()
  expect(await titles()).not.toBeChecked()
})

test('a new address takes the place of the old one only after a question', async () => {
  const { actor, api } = openSettings({}, { [read]: calendar, [make]: answer(500, { message: 'x' }) })
  await screen.findByRole('button', { name: 'Make a new one' })
  // The focus moves to the heading only after a press.
  expect(screen.getByRole('heading', { name: /^A calendar/ })).not.toHaveFocus()
  expect(screen.queryByRole('checkbox', { name: /titles/ })).toBeNull()
  answerConfirm(false)
  await actor.click(button('Make a new one'))
  expect(api.callsOf(make)).toEqual([])
  answerConfirm(true)
  await actor.click(button('Make a new one'))
  expect(api.callsOf(make).map(({ body }) => body)).toEqual([{ titles: true }])
  expect(await screen.findByText(/^No address was made\./)).toBeVisible()
})

test('a sign-in that is too old is asked for, and the choice is kept', async () => {
  const app = openSettings({}, { [make]: answer(403, { message: 'Sign in again', signInAgain: true }) })
  await app.actor.click(await titles())
  expect(Object.keys(localStorage).join()).not.toContain('draft')
  await app.actor.click(button('Make address'))
  expect(await screen.findByRole('link', { name: 'Sign in again' })).toBeVisible()
  app.unmount()
  openSettings()
  expect(await titles()).toBeChecked()
})
