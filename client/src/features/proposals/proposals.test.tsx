import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ProposalView } from '@shared/proposals'
import { anEntry } from '@/test/entries'
import { answer, hanging, offline, type Routes } from '@/test/fake-api'
import { aGoal, answerConfirm } from '@/test/goals'
import { nothing, openHome, todayPath } from '@/test/home'
import { byDate, create, emptyList, field, freezeToday, missing, today, update } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'

freezeToday()

const list = 'GET /api/proposals'
const accept = 'POST /api/proposals/:id/accept'
const dismiss = 'DELETE /api/proposals/:id'
const run = aGoal({ title: 'Run' })

let made = 0
const proposal = (
  kind: ProposalView['kind'],
  payload: object,
  more: Partial<ProposalView> = {},
): ProposalView => ({
  id: `4a0f0a1e-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  kind,
  payload: { ...payload },
  reason: null,
  tokenName: 'Claude',
  createdAt: `${today}T09:41:00.000Z`,
  expiresAt: '2026-11-28T09:41:00.000Z',
  ...more,
})
const entry = proposal('entry', { entryDate: '2026-11-20', mood: 'happy', wins: 'Tea', gratitude1: 'rain' })
const goal = proposal(
  'goal',
  { title: 'Read', timeline: 'annual', motivation: 'For joy' },
  { reason: 'It is winter' },
)
const progress = proposal('progress', { goalId: run.id, entryDate: today, note: 'Five miles' })

async function open(proposals: ProposalView[], routes: Routes = {}) {
  const app = await openHome({}, { 'GET /api/goals': [run], [list]: proposals, [byDate]: missing, ...routes })
  await screen.findByRole('region', { name: `Waiting for your yes (${proposals.length})` })
  return app
}
const rowOf = (what: string) => within(screen.getByRole('heading', { name: what }).closest('li')!)
const press = (name: string, what: string) => rowOf(what).getByRole('button', { name })
const entryOfDay = 'Entry for Nov 20, 2026'
const newGoal = 'New goal: Read'
const progressOfDay = 'Progress on Nov 21, 2026: Run'

test('each says who, when, why and what would change, in the words of the forms', async () => {
  await open([entry, goal, progress])
  const rows = screen.getAllByRole('button', { name: 'Save' }).map((button) => button.closest('li'))
  expect(rows.map((row) => row?.textContent?.replace(/SaveChangeDismiss$/, ''))).toEqual([
    `${entryOfDay}Claude, today at 9:41 AMMoodHappyGratitude 1rainWinsTea`,
    `${newGoal}Claude, today at 9:41 AMWhy, says Claude“It is winter”TimelineAnnualWhy it's importantFor joy`,
    `${progressOfDay}Claude, today at 9:41 AMGoal progressFive miles`,
  ])
  expect(press('Save', newGoal)).toHaveAccessibleDescription(newGoal)
})

test('of an entry that is written already, each says what stays, what is there and where the rest is added', async () => {
  const written = anEntry({
    entryDate: '2026-11-20',
    mood: 'sad',
    gratitude1: 'Sun',
    wins: 'Tea\n\nBread',
    goalProgress: 'Five miles',
    goalIds: [run.id],
  })
  const whole = { ...entry.payload, challenges: 'Wind', goalIds: [run.id] }
  const ofDay = { entryDate: '2026-11-20' }
  await open(
    [
      proposal('entry', whole),
      proposal('progress', { ...progress.payload, ...ofDay }),
      proposal('entry', { ...ofDay, mood: 'sad' }),
    ],
    { [byDate]: written },
  )
  expect(await screen.findByText('Stays Sad')).toBeVisible()
  const rows = screen.getAllByRole('button', { name: 'Save' }).map((button) => button.closest('li'))
  expect(rows.map((row) => row?.textContent?.replace(/^.*9:41 AM|SaveChangeDismiss$/g, ''))).toEqual([
    'MoodStays SadGratitude 2rainWinsAlready thereChallengesWindGoals you worked onRun (already there)',
    'Goal progressAlready thereGoals you worked onAlready there',
    'MoodAlready there',
  ])
})

test('after one is saved, the others of its day are compared with what it has added', async () => {
  const [first, second] = [entry, proposal('entry', { entryDate: '2026-11-20', wins: 'Tea' })]
  const saved = anEntry({ entryDate: '2026-11-20', mood: 'happy', wins: 'Tea', gratitude1: 'rain' })
  const { actor, api } = await open([first, second], { [accept]: saved })
  api.on(byDate, saved)
  await actor.click(screen.getAllByRole('button', { name: 'Save' })[0]!)
  expect(await screen.findByText('Already there')).toBeVisible()
  expect(api.callsOf(byDate)).toHaveLength(2)
})

test('of a goal that did not load, it is not said that it is gone', async () => {
  const { api, queryClient } = await open([progress], { 'GET /api/goals': answer(500, { message: 'x' }) })
  expect(screen.getByRole('heading', { name: 'Progress on Nov 21, 2026: One of your goals' })).toBeVisible()
  api.on('GET /api/goals', [])
  await queryClient.refetchQueries({ queryKey: ['goals'] })
  expect(await screen.findByRole('heading', { name: /not there any more$/ })).toBeVisible()
})

test('nothing is shown where nothing waits, or the server cannot be reached', async () => {
  const { api, queryClient } = await openHome()
  await waitFor(() => expect(api.callsOf(list)).toHaveLength(1))
  api.on(list, offline)
  await queryClient.refetchQueries({ queryKey: ['proposals'] })
  await screen.findByText(/^You're offline/)
  expect(screen.queryByText(/your yes/)).toBeNull()
})

test('a list that did not load says so and can be asked for again', async () => {
  const { actor, api, card } = await openHome({}, { [list]: answer(500, { message: 'x' }) })
  expect(await card.findByText(/^We couldn't load what waits for your yes\./)).toBeVisible()
  api.on(list, [goal])
  await actor.click(card.getByRole('button', { name: 'Retry' }))
  expect(await card.findByRole('heading', { name: newGoal })).toBeVisible()
})

test('words of a program are words, and of long ones the beginning until all is asked for', async () => {
  const wins = `<b>Save</b> ${'ha'.repeat(150)}`
  const { actor } = await open([proposal('entry', { entryDate: today, wins }, { tokenName: '<i>Lisa</i>' })])
  const row = rowOf('Entry for Nov 21, 2026')
  expect(row.getByText('<i>Lisa</i>')).toBeVisible()
  expect(row.queryByText(wins)).toBeNull()
  await actor.click(row.getByRole('button', { name: 'Show all of it' }))
  expect(row.getByText(wins)).toHaveAttribute('dir', 'auto')
})

test('saved is said once the server has answered; then the next one has the focus, and at last the heading', async () => {
  let end = (_row: unknown) => {}
  const { actor, api } = await open([entry, goal], {
    [accept]: () => new Promise((resolve) => (end = resolve)),
  })
  await actor.click(press('Save', entryOfDay))
  for (const name of ['Save', 'Change', 'Dismiss']) expect(press(name, entryOfDay)).toBeDisabled()
  expect(screen.queryByText('Saved')).toBeNull()
  const saved = anEntry({ entryDate: '2026-11-20', wins: 'Tea' })
  api.on(todayPath, { ...nothing, days: [{ date: '2026-11-20', mood: 'happy', id: saved.id }] })
  end(saved)
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(screen.queryByRole('heading', { name: entryOfDay })).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { name: newGoal })).toHaveFocus())
  expect(await screen.findByRole('link', { name: 'Friday: Happy' })).toBeVisible()
  await actor.click(press('Save', newGoal))
  end(aGoal({ title: 'Read', timeline: 'annual' }))
  await waitFor(() => expect(screen.queryByText(/^Waiting for your yes/)).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(api.callsOf(accept).map(({ body }) => body)).toEqual([{}, {}])
  expect(api.callsOf('GET /api/goals').length).toBeGreaterThan(1)
})

test('dismissed leaves the list, and nothing is saved', async () => {
  const { actor, api } = await open([entry, goal], { [dismiss]: undefined })
  await actor.click(press('Dismiss', entryOfDay))
  expect(await screen.findByText('Dismissed. Nothing was saved.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Waiting for your yes (1)' })).toBeVisible()
  expect(api.calls.every(({ method }) => method !== 'POST')).toBe(true)
})

test.each([
  ['Save', missing, 'Not saved. It was saved or dismissed elsewhere, or its seven days are over.', 1],
  ['Dismiss', missing, 'It was saved or dismissed elsewhere, or its seven days are over.', 1],
  ['Save', answer(409, { message: 'The entry is full.' }), 'Not saved. The entry is full.', 2],
  [
    'Save',
    offline,
    "It is not known whether this was saved. We can't reach Lisa. Check your connection and try again. Nothing is saved twice.",
    2,
  ],
])('%s that fails says what is so', async (name, refusal, message, left) => {
  const { actor } = await open([entry, goal], { [accept]: refusal, [dismiss]: refusal })
  await actor.click(press(name, entryOfDay))
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByRole('region', { name: `Waiting for your yes (${left})` })).toBeVisible()
  const focused = left === 1 ? screen.getByRole('heading', { name: newGoal }) : press(name, entryOfDay)
  await waitFor(() => expect(focused).toHaveFocus())
})

test('more than three are folded', async () => {
  const { actor, card } = await open(
    [1, 2, 3, 4].map((n) => proposal('goal', { title: `${n}`, timeline: 'monthly' })),
  )
  expect(card.getAllByRole('button', { name: 'Save' })).toHaveLength(3)
  await actor.click(card.getByRole('button', { name: 'Show all 4' }))
  expect(card.getAllByRole('button', { name: 'Save' })).toHaveLength(4)
  expect(press('Save', 'New goal: 4')).toHaveFocus()
})

test('changed in the form, an entry is filled in there, and once saved it does not wait any more', async () => {
  const written = anEntry({ entryDate: '2026-11-20', mood: 'sad', wins: 'Bread' })
  const { actor, api } = await open([entry], {
    [byDate]: written,
    [update]: ({ body }: { body: object }) => ({ ...written, ...body }),
    [dismiss]: undefined,
    ...emptyList,
  })
  await actor.click(press('Change', entryOfDay))
  expect(await screen.findByText('These words are ready to change')).toBeVisible()
  expect(field('What are your wins today?')).toHaveValue('Bread\n\nTea')
  expect(screen.getByRole('radio', { name: 'Sad' })).toBeChecked()
  await actor.type(field('What are your wins today?'), ' at four')
  expect(api.calls.every(({ method }) => method === 'GET')).toBe(true)
  await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
  expect(await screen.findByText('Journal entry updated successfully')).toBeVisible()
  expect(api.callsOf(update)[0]?.body).toMatchObject({
    wins: 'Bread\n\nTea at four',
    gratitude1: 'rain',
    mood: 'sad',
  })
  expect(api.callsOf(dismiss).map(({ params }) => params)).toEqual([{ id: entry.id }])
  expect(api.callsOf(accept)).toEqual([])
})

test.each([
  [
    'fails',
    answer(500, { message: 'x' }),
    /^The entry is saved, but its proposal could not be removed from Home/,
  ],
  ['finds no proposal', missing, 'Journal entry saved successfully'],
])('after the save, a dismissal that %s shows what happened', async (_, refusal, told) => {
  const { actor, api } = await open([entry], {
    [byDate]: missing,
    [create]: answer(201, anEntry({ entryDate: '2026-11-20', wins: 'Tea' })),
    [dismiss]: refusal,
    ...emptyList,
  })
  await actor.click(press('Change', entryOfDay))
  await actor.click(await screen.findByRole('button', { name: 'Save Entry' }))
  await waitFor(() => expect(api.callsOf(dismiss)).toHaveLength(1))
  expect(await screen.findByText(told)).toBeVisible()
})

test('discarding a draft with a proposal in it asks first, and keeps the proposal', async () => {
  const { actor, api } = await open([entry], { [byDate]: missing })
  await actor.click(press('Change', entryOfDay))
  const discard = await screen.findByRole('button', { name: 'Discard draft' })
  const question = answerConfirm(false)
  await actor.click(discard)
  expect(question.mock.calls.join()).toContain('stays on Home')
  expect(field('What are your wins today?')).toHaveValue('Tea')
  answerConfirm(true)
  await actor.click(discard)
  expect(field('What are your wins today?')).toHaveValue('')
  expect(api.callsOf(dismiss)).toEqual([])
})

test('a dismissal after it that hangs does not hold up the form', async () => {
  const { actor } = await open([proposal('entry', { entryDate: today, wins: 'Tea' })], {
    [byDate]: missing,
    [create]: answer(201, anEntry({ entryDate: today, wins: 'Tea' })),
    [dismiss]: hanging,
    ...emptyList,
  })
  await actor.click(press('Change', 'Entry for Nov 21, 2026'))
  await actor.click(await screen.findByRole('button', { name: 'Save Entry' }))
  expect(await screen.findByText('Journal entry saved successfully')).toBeVisible()
})

test('what was changed in the form is there again, whatever the user has made of it', async () => {
  const { actor } = await open([entry], { [byDate]: missing, [create]: hanging, ...emptyList })
  await actor.click(press('Change', entryOfDay))
  await actor.clear(await screen.findByLabelText('What are your wins today?'))
  await actor.type(field('What are your wins today?'), 'Bread')
  window.history.back()
  await screen.findByRole('region', { name: 'Waiting for your yes (1)' })
  await actor.click(press('Change', entryOfDay))
  expect(await screen.findByText('We kept your draft')).toBeVisible()
  expect(field('What are your wins today?')).toHaveValue('Bread')
})

test('progress opens the entry of its day with the goal and the note', async () => {
  const { actor, api } = await open([progress], { [byDate]: missing, [create]: hanging, ...emptyList })
  await actor.click(press('Change', progressOfDay))
  expect(await screen.findByRole('button', { name: 'Run', pressed: true })).toBeVisible()
  expect(field('What goals did you make progress on?')).toHaveValue('Five miles')
  // Left without a save, it goes on waiting.
  window.history.back()
  expect(await screen.findByRole('region', { name: 'Waiting for your yes (1)' })).toBeVisible()
  expect(api.callsOf(dismiss)).toEqual([])
})

test('changed in the form, a goal is saved as what was proposed, once', async () => {
  const { actor, api } = await open([goal], {
    [accept]: ({ body }: { body: { payload: object } }) => aGoal({ ...body.payload }),
  })
  await actor.click(press('Change', newGoal))
  expect(await screen.findByText('These words are ready to change')).toBeVisible()
  const title = screen.getByLabelText('Goal Title')
  expect(title).toHaveValue('Read')
  await actor.type(title, ' more')
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  expect(await screen.findByText('Goal created successfully')).toBeVisible()
  expect(api.callsOf(accept)).toMatchObject([
    { params: { id: goal.id }, body: { payload: { title: 'Read more', timeline: 'annual' } } },
  ])
  expect(api.callsOf('POST /api/goals')).toEqual([])
  expect(JSON.stringify(localStorage)).not.toContain('Read more')
})

test('a goal whose proposal is over by then is created as any other', async () => {
  const { actor, api } = await open([goal], {
    [accept]: missing,
    'POST /api/goals': ({ body }: { body: object }) => answer(201, aGoal(body)),
  })
  await actor.click(press('Change', newGoal))
  await actor.click(await screen.findByRole('button', { name: 'Create Goal' }))
  expect(await screen.findByText('Goal created successfully')).toBeVisible()
  expect(api.callsOf('POST /api/goals').map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([
    goal.id,
  ])
})

test('a form of its own does not take the place of a goal that is being written', async () => {
  const app = renderApp('/goals/new', { 'GET /api/goals': [] })
  await app.actor.type(await screen.findByLabelText('Goal Title'), 'My own')
  app.unmount()
  const { actor } = await open([goal])
  await actor.click(press('Change', newGoal))
  expect(await screen.findByLabelText('Goal Title')).toHaveValue('Read')
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('My own'))
  expect(
    Object.keys(localStorage).filter((key) => key.startsWith(`lisa:draft:${ana.id}:goal:`)),
  ).toHaveLength(2)
})
