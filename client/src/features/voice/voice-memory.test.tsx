import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createQueryClient } from '@/lib/api/query-client'
import { answer, fakeApi, type Routes } from '@/test/fake-api'
import { VoiceMemory } from './voice-memory'
import { talkQueries, talksToRead } from './voice-queries'

const memory = '/api/talks/memory'
const forget = 'DELETE /api/talks/:id'
const change = 'PATCH /api/talks/:id'
const talks = Array.from({ length: 7 }, (_, i) => ({
  id: `${i}`,
  date: `2026-11-0${7 - i}`,
  summary: `Talk ${i}`,
  kept: false,
  intentions: [],
}))

function show(routes: Routes) {
  const api = fakeApi({
    'GET /api/ai-settings': { enabled: true },
    [`GET ${memory}`]: { remember: true },
    'GET /api/talks': talks,
    ...routes,
  })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { api, client, actor: userEvent.setup(), ...render(<VoiceMemory />, { wrapper }) }
}
const theSwitch = () => screen.findByRole('switch', { name: 'Let Lisa remember our talks' })
const journalSwitch = () => screen.findByRole('switch', { name: 'Let Lisa read my whole journal' })
const list = () => screen.findByRole('list', { name: 'What Lisa remembers' })

test('a talk is forgotten by one press, and the focus goes on to the next', async () => {
  const { api, actor } = show({ [forget]: undefined })
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(5)
  expect(screen.queryByRole('list', { name: 'What you meant to do' })).toBeNull()
  await actor.click(screen.getByRole('button', { name: 'Show all 7' }))
  const [first] = within(await list()).getAllByRole('button', { name: 'Forget' })
  expect(first).toHaveAccessibleDescription('November 7, 2026')
  await actor.click(first!)
  expect(await list()).not.toHaveTextContent('Talk 0')
  expect(api.callsOf(forget)).toMatchObject([{ params: { id: '0' } }])
  expect(document.activeElement).toHaveAccessibleDescription('November 6, 2026')
})

test('the talks before the newest hundred are loaded on demand, and can be forgotten', async () => {
  const many = Array.from({ length: 103 }, (_, i) => ({ ...talks[0], id: `${i}`, summary: `Talk ${i}.` }))
  const { api, actor } = show({
    'GET /api/talks': ({ query: { before } }: { query: { before?: string } }) =>
      before ? many.slice(Number(before) + 1) : many.slice(0, 100),
    [forget]: undefined,
  })
  await list()
  expect(screen.queryByRole('button', { name: 'Show earlier talks' })).toBeNull()
  await actor.click(screen.getByRole('button', { name: 'Show the newest 100' }))
  await actor.click(screen.getAllByRole('button', { name: 'Forget' })[0]!)
  await waitFor(() => expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(99))
  await actor.click(screen.getByRole('button', { name: 'Show earlier talks' }))
  expect(await screen.findByText('Talk 102.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show earlier talks' })).toBeNull()
  expect(
    within(screen.getByText('Talk 100.').closest('li')!).getByRole('button', { name: 'Keep' }),
  ).toHaveFocus()
  await actor.click(screen.getAllByRole('button', { name: 'Forget' }).at(-1)!)
  await waitFor(() => expect(screen.queryByText('Talk 102.')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Show earlier talks' })).toBeNull()
  expect(api.callsOf(forget)).toMatchObject([{ params: { id: '0' } }, { params: { id: '102' } }])
})

test('a talk that another window has forgotten goes alone, and what a list that is read again lacks can be shown again', async () => {
  const many = Array.from({ length: 103 }, (_, i) => ({ ...talks[0], id: `${i}`, summary: `Talk ${i}.` }))
  const { api, actor } = show({
    'GET /api/talks': ({ query: { before = -1 } }: { query: { before?: string | number } }) =>
      many.slice(Number(before) + 1, Number(before) + 101),
    [change]: answer(404, {}),
  })
  const rows = (count: number) =>
    waitFor(() => expect(document.querySelectorAll('[data-rows] > [data-row]')).toHaveLength(count))
  const earlier = () => screen.queryByRole('button', { name: 'Show earlier talks' })
  const keep = () => actor.click(screen.getAllByRole('button', { name: 'Keep' })[0]!)
  await list()
  await actor.click(screen.getByRole('button', { name: 'Show the newest 100' }))
  await actor.click(earlier()!)
  await rows(103)
  await keep()
  await rows(102)
  expect(earlier()).toBeNull()
  api.on(change, answer(409, {}))
  await keep()
  await rows(100)
  await actor.click(earlier()!)
  await rows(103)
  expect(earlier()).toBeNull()
})

test('a talk that could not be forgotten stays in sight', async () => {
  const { actor } = show({ [forget]: answer(500, {}) })
  await actor.click(within(await list()).getAllByRole('button', { name: 'Forget' })[0]!)
  expect(await list()).toHaveTextContent('Talk 0')
})

test('it says whose words are kept', async () => {
  const { unmount } = show({})
  expect(await screen.findByText(/^Your own words of each talk are kept, shortened.* 90 days/)).toBeVisible()
  unmount()
  show({ [`GET ${memory}`]: { remember: true, isSummarised: true } })
  expect(await screen.findByText(/^A short summary of each talk is kept/)).toBeVisible()
})

const call = { date: '2026-12-01', text: 'Call my sister', asked: false }
const swim = { date: '2026-12-02', text: 'Swim', asked: true }
const named = ({ date, text }: typeof call) => ({ date, text })
const withIntentions = [{ ...talks[0], intentions: [call, swim] }]
/** An answer that takes a moment. */
const slowly =
  (...intentions: object[]) =>
  () =>
    new Promise((resolve) => setTimeout(resolve, 30, { ...talks[0], intentions }))

test('a talk is kept by one press, and the day says so', async () => {
  const { api, actor } = show({ 'GET /api/talks': [talks[0]], [change]: { ...talks[0], kept: true } })
  const keep = await screen.findByRole('button', { name: 'Keep', pressed: false })
  await actor.click(keep)
  await screen.findByText('· Kept', { exact: false })
  expect(keep).toHaveAttribute('aria-pressed', 'true')
  expect(keep).toHaveAccessibleDescription('November 7, 2026 · Kept')
  expect(api.callsOf(change)).toMatchObject([{ params: { id: '0' }, body: { kept: true } }])
})

test('what was meant to be done is listed with its day, edited and removed', async () => {
  const later = { ...call, date: '2026-12-08', text: 'Call Ann' }
  const { api, actor } = show({
    'GET /api/talks': withIntentions,
    [change]: slowly(call, swim),
  })
  expect(await screen.findByText('Tuesday, December 1, 2026')).toBeVisible()
  const edit = () => screen.getAllByRole('button', { name: 'Edit' })[0]!
  await actor.click(edit())
  await actor.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(edit()).toHaveFocus())
  api.on(change, slowly(later, swim))
  await actor.click(edit())
  const text = await screen.findByRole('textbox', { name: 'What you mean to do' })
  expect(text).toHaveFocus()
  await actor.clear(text)
  await actor.click(screen.getByRole('button', { name: 'Save' }))
  expect(text).toHaveAccessibleDescription('Write what you mean to do')
  await actor.type(text, 'Call Ann')
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-08' } })
  await actor.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Tuesday, December 8, 2026')).toBeVisible()
  expect(edit()).toHaveFocus()
  api.on(change, slowly(swim))
  await actor.click(screen.getAllByRole('button', { name: 'Remove' })[0]!)
  await waitFor(() => expect(screen.queryByText('Call Ann')).toBeNull())
  expect(edit()).toHaveFocus()
  api.on(change, slowly())
  await actor.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.getByRole('list', { name: 'What you meant to do' })).toHaveFocus())
  expect(api.callsOf(change)).toMatchObject([
    { body: { intention: { from: named(call), to: named(call) } } },
    { body: { intention: { from: named(call), to: named(later) } } },
    { body: { intention: { from: named(later) } } },
    { body: { intention: { from: named(swim) } } },
  ])
})

test('what another window has changed is shown as it is now', async () => {
  const { api, actor } = show({ 'GET /api/talks': withIntentions, [change]: answer(409, {}) })
  await actor.click((await screen.findAllByRole('button', { name: 'Edit' }))[0]!)
  api.on('GET /api/talks', [{ ...talks[0], intentions: [swim] }])
  await actor.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
})

test('what is written stays in sight when the list cannot be read again', async () => {
  const { api, client, actor } = show({ 'GET /api/talks': withIntentions })
  await actor.click((await screen.findAllByRole('button', { name: 'Edit' }))[0]!)
  await actor.type(await screen.findByRole('textbox'), ' today')
  api.on('GET /api/talks', answer(500, {}))
  await client.invalidateQueries(talkQueries.remembered())
  await waitFor(() => expect(client.getQueryState(talkQueries.remembered().queryKey)?.status).toBe('error'))
  expect(screen.getByRole('textbox')).toHaveValue('Call my sister today')
})

test('what another window has forgotten goes with a change of it', async () => {
  const { actor } = show({ 'GET /api/talks': withIntentions, [change]: answer(404, {}) })
  const [remove] = await screen.findAllByRole('button', { name: 'Remove' })
  await actor.click(remove!)
  expect(await screen.findByText(/^Nothing yet/)).toBeVisible()
})

test('switched off, what is remembered stays, and that is said', async () => {
  const { api, actor } = show({ [`PUT ${memory}`]: { remember: false } })
  await actor.click(await theSwitch())
  expect(await theSwitch()).not.toBeChecked()
  expect(await screen.findByText(/They stay until you forget them/)).toBeInTheDocument()
  expect(api.callsOf(`PUT ${memory}`)).toMatchObject([{ body: { remember: false } }])
})

test('a switch that the server did not take goes back', async () => {
  const { actor } = show({ [`PUT ${memory}`]: answer(500, {}) })
  await actor.click(await theSwitch())
  expect(await theSwitch()).toBeChecked()
})

test('reading the whole journal is off at first, and both positions say to whom what she looks up goes', async () => {
  const { api, actor } = show({
    [`GET ${memory}`]: { remember: false, readsJournal: false, isSummarised: true },
    [`PUT ${memory}`]: { remember: false, readsJournal: true, isSummarised: false },
  })
  expect(await journalSwitch()).not.toBeChecked()
  expect(await journalSwitch()).toHaveAccessibleDescription(
    'In a talk Lisa reads only parts of your latest entries. When this is on, she can look up every day, and what she looks up goes to the voice provider in a talk. When you text her, it goes to the text model, and her answer to your phone.',
  )
  await actor.click(await journalSwitch())
  await waitFor(async () =>
    expect(await journalSwitch()).toHaveAccessibleDescription(
      'Lisa can look up every day. What she looks up goes to the voice provider.',
    ),
  )
  expect(await journalSwitch()).toBeChecked()
  expect(api.callsOf(`PUT ${memory}`)).toMatchObject([{ body: { readsJournal: true } }])
})

test('one switch that the server did not take goes back, and the other stays', async () => {
  const { actor } = show({
    [`GET ${memory}`]: { remember: true, readsJournal: true },
    [`PUT ${memory}`]: answer(500, {}),
  })
  await actor.click(await journalSwitch())
  await waitFor(async () => expect(await journalSwitch()).toBeEnabled())
  for (const one of screen.getAllByRole('switch')) expect(one).toBeChecked()
})

test('both switches save at once, each for itself', async () => {
  const stored = { remember: false, readsJournal: false }
  let release = () => {}
  const { api, actor } = show({
    [`GET ${memory}`]: { ...stored },
    [`PUT ${memory}`]: async ({ body }: { body: { remember?: boolean } }) => {
      const answered = { ...Object.assign(stored, body) }
      if (body.remember) await new Promise<void>((resolve) => (release = resolve))
      return answered
    },
  })
  await actor.click(await theSwitch())
  await actor.click(await journalSwitch())
  for (const one of screen.getAllByRole('switch')) expect(one).toBeChecked()
  release()
  await waitFor(() => expect(api.callsOf(`PUT ${memory}`)).toHaveLength(2))
  await waitFor(() => screen.getAllByRole('switch').forEach((one) => expect(one).toBeEnabled()))
  for (const one of screen.getAllByRole('switch')) expect(one).toBeChecked()
})

test('what cannot be loaded is told, and can be tried again', async () => {
  const { api, actor } = show({ [`GET ${memory}`]: answer(500, {}) })
  expect(await screen.findByText("We couldn't load what Lisa remembers")).toBeInTheDocument()
  expect(screen.queryByRole('switch')).toBeNull()
  api.on(`GET ${memory}`, { remember: true })
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await theSwitch()).toBeChecked()
})

test('the next talk reads them, and none while it is switched off', async () => {
  const { api, client } = show({})
  expect(await talksToRead(client)).toHaveLength(7)
  api.on(`GET ${memory}`, { remember: false })
  expect(await talksToRead(client)).toEqual([])
})
