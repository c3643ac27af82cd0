import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { JournalEntryView } from '@shared/journal'
import { announce } from '@/lib/api/page-user'
import { keptCopies } from '@/lib/device/kept-copies'
import { draftOf } from '@/lib/saving/drafts'
import { storedRows, waitingSaves } from '@/test/device'
import { anEntry } from '@/test/entries'
import { answer, offline } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { comeBack, newUserEachTest, openToday, saveButton, saved, waits, wins } from '@/test/journal-offline'
import { journalServer } from '@/test/journal-server'
import { byDate, create, freezeToday, today, update } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'
import { setUpVoiceTools } from '@/test/set-up-voice-tools'

freezeToday()
newUserEachTest()

const list = 'GET /api/goals'
const house = aGoal({ title: 'A house by the sea', timeline: 'long-term' })
const marathon = aGoal({ title: 'Run a marathon', timeline: 'annual' })
const run = aGoal({ title: 'Run 40 km' })
const read = aGoal({ title: 'Read two novels' })
const moved = aGoal({ title: 'Move', achievedAt: '2026-11-02T10:00:00.000Z' })
const goals = [marathon, house, moved, run, read]
const forty = Array.from({ length: 40 }, (_, place) => aGoal({ title: `Goal ${place + 1}` }))
const someone = () => ({ ...ana, id: crypto.randomUUID() })

const group = () => screen.findByRole('group', { name: 'Goals you worked on' })
const noGroup = () => expect(screen.queryByRole('group', { name: 'Goals you worked on' })).toBeNull()
const toggle = (title: string) => screen.findByRole('button', { name: title })
const toggles = async () => {
  const buttons = await within(await group()).findAllByRole('button')
  return buttons.filter((button) => button.hasAttribute('aria-pressed'))
}
const linked = async () =>
  (await toggles())
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map(({ textContent }) => textContent)
const sorted = (...links: { id: string }[]) => links.map(({ id }) => id).sort()
const open = (
  entry: JournalEntryView | undefined,
  routes = {},
  { path = '/journal/new', user = someone() } = {},
) => {
  const journal = journalServer(entry)
  const app = renderApp(
    path.replace(':id', entry?.id ?? ''),
    { ...journal.routes, [list]: goals, ...routes },
    user,
  )
  return { ...journal, ...app, user }
}

describe.each(['/journal/new', '/journal/edit/:id'])('the goals in the form %s', (path) => {
  test('are those that are open, monthly ones first, and a tap links one, or no longer', async () => {
    const { actor, api } = open(anEntry({ entryDate: today, goalIds: [run.id] }), {}, { path })
    expect((await toggles()).map(({ textContent }) => textContent)).toEqual([
      'Run 40 km',
      'Read two novels',
      'Run a marathon',
      'A house by the sea',
    ])
    expect(await linked()).toEqual(['Run 40 km'])
    await actor.click(await toggle('A house by the sea'))
    await actor.click(await toggle('Run 40 km'))
    expect(await linked()).toEqual(['A house by the sea'])
    await actor.click(await saveButton())
    await saved()
    expect(api.callsOf(update)[0]?.body).toMatchObject({ goalIds: [house.id], goalProgress: '' })
  })

  test('stand below the question on goals', async () => {
    open(anEntry({ entryDate: today }), {}, { path })
    const question = screen.queryByLabelText(/^(What goals did you|How did you progress)/)
    const place = (await group()).compareDocumentPosition(question ?? document.body)
    expect(place & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
    const next = (await group()).nextElementSibling
    expect(next?.querySelector('label')).not.toBeNull()
  })

  test('have one that was achieved, if it is linked, and keep it in sight when it no longer is', async () => {
    const { actor } = open(anEntry({ entryDate: today, goalIds: [moved.id] }), {}, { path })
    await actor.click(await toggle('Move'))
    expect(await toggle('Move')).toHaveAttribute('aria-pressed', 'false')
  })

  test('have those that were achieved on the day of the entry or later, as they may have been worked on', async () => {
    const achieved = ['2026-11-20T23:59:59', `${today}T00:00:00`, '2026-12-01T12:00:00'].map((time, place) =>
      aGoal({ title: `Done ${place}`, achievedAt: new Date(time).toISOString() }),
    )
    const { actor, api } = open(
      anEntry({ entryDate: today }),
      { [list]: [...achieved, read, moved] },
      { path },
    )
    expect((await toggles()).map(({ textContent }) => textContent)).toEqual([
      'Read two novels',
      'Done 1',
      'Done 2',
    ])
    await actor.click(await toggle('Done 1'))
    await actor.click(await saveButton())
    await saved()
    expect(api.callsOf(update)[0]?.body).toMatchObject({ goalIds: sorted(...achieved.slice(1, 2)) })
  })

  test('are not there where there are none', async () => {
    const { api } = open(anEntry({ entryDate: today }), { [list]: [] }, { path })
    await saveButton()
    await waitFor(() => expect(api.callsOf(list)).toHaveLength(1))
    await waitFor(noGroup)
  })
})

test('of forty goals eight are shown, with those that are linked, and the others on demand', async () => {
  const last = forty.at(-1) ?? run
  const { actor } = open(anEntry({ entryDate: today, goalIds: [last.id] }), { [list]: forty })
  expect(await toggles()).toHaveLength(9)
  expect(await linked()).toEqual(['Goal 40'])
  await actor.click(await screen.findByRole('button', { name: 'Show all 40' }))
  expect(await toggles()).toHaveLength(40)
  expect(await toggle('Goal 9')).toHaveFocus()
  await actor.click(await toggle('Goal 20'))
  await actor.click(await screen.findByRole('button', { name: 'Show fewer' }))
  expect(await linked()).toEqual(['Goal 20', 'Goal 40'])
  await actor.click(await toggle('Goal 20'))
  expect(await toggle('Goal 20')).toBeVisible()
})

test('goals of one title are told apart by their timelines', async () => {
  const walk = aGoal({ title: 'Run 40 km', timeline: 'annual' })
  open(undefined, { [list]: [run, walk, read] })
  const names = (await toggles()).map(({ textContent }) => textContent)
  expect(names).toEqual(['Run 40 km Monthly', 'Read two novels', 'Run 40 km Annual'])
})

test('more than fifty are refused before they are sent', async () => {
  const many = Array.from({ length: 51 }, (_, place) => aGoal({ title: `Goal ${place + 1}` }))
  const [one = run, ...fifty] = many
  const entry = anEntry({ entryDate: today, goalIds: sorted(...fifty) })
  const { actor, api } = open(entry, { [list]: many })
  await actor.click(await toggle(one.title))
  await actor.click(await saveButton())
  expect(await screen.findByText('Goals you worked on: Choose at most 50')).toBeVisible()
  expect(api.callsOf(update)).toEqual([])
})

test('the goals are reached and linked with the keys alone', async () => {
  const { actor } = open(undefined)
  const button = await toggle('Run 40 km')
  screen.getByLabelText('What goals did you make progress on?').focus()
  await actor.tab()
  expect(button).toHaveFocus()
  await actor.keyboard(' ')
  await actor.tab()
  await actor.keyboard('{Enter}')
  expect(await linked()).toEqual(['Run 40 km', 'Read two novels'])
})

test('a goal alone is a draft, which comes back after a reload', async () => {
  const user = someone()
  const first = open(undefined, {}, { user })
  await first.actor.click(await toggle('Run 40 km'))
  first.unmount()
  expect(draftOf(user.id, 'journal', today).read()).toMatchObject({ values: { goalIds: [run.id] } })
  const { actor } = open(undefined, {}, { user })
  expect(await screen.findByText('We kept your draft')).toBeVisible()
  expect(await linked()).toEqual(['Run 40 km'])
  await actor.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(await linked()).toEqual([])
})

test('a link waits without a network, and is sent with the words', async () => {
  const user = someone()
  const journal = journalServer()
  const withGoals = { ...journal, routes: { ...journal.routes, [list]: goals } }
  const app = openToday(withGoals, user)
  await app.actor.click(await toggle('Run 40 km'))
  await app.saveOffline('ran')
  expect(await waitingSaves()).toMatchObject([{ values: { wins: 'ran', goalIds: [run.id] } }])
  app.unmount()
  const again = openToday(withGoals, user)
  await waits()
  expect(await linked()).toEqual(['Run 40 km'])
  again.comeBack()
  await saved()
  expect(journal.server.entry).toMatchObject({ wins: 'ran', goalIds: [run.id] })
})

test('a goal that was deleted elsewhere holds up no words that wait', async () => {
  const { actor, api, server } = open(undefined)
  await actor.click(await toggle('Run 40 km'))
  await actor.click(await toggle('Read two novels'))
  server.isReachable = false
  await actor.type(wins(), 'ran')
  await actor.click(await saveButton())
  await waits()
  const errors = [{ path: 'goalIds', message: 'Choose from your own goals' }]
  api.on(list, [read])
  api.on(create, ({ body }: { body: { goalIds: string[] } }) =>
    body.goalIds.includes(run.id)
      ? answer(400, { message: 'Invalid', errors })
      : answer(201, anEntry({ ...body, entryDate: today })),
  )
  comeBack()
  await saved()
  expect(api.callsOf(create).at(-1)?.body).toMatchObject({ wins: 'ran', goalIds: [read.id] })
  await waitFor(async () => expect(await waitingSaves()).toEqual([]))
})

describe('without a network', () => {
  test('the goals are those that this device keeps', async () => {
    const user = someone()
    announce(user.id)
    await keptCopies(user.id).start([], goals)
    expect(await storedRows()).not.toEqual([])
    const { actor } = open(undefined, { [list]: offline, [byDate]: offline, [create]: offline }, { user })
    await actor.click(await toggle('Run a marathon'))
    await actor.click(await saveButton())
    await waits()
    expect(await waitingSaves()).toMatchObject([{ values: { goalIds: [marathon.id] } }])
  })
})

describe('goals that could not be loaded', () => {
  const entry = anEntry({ entryDate: today, goalIds: [run.id] })

  test.each([
    ['without a network', offline],
    ['after a failure', answer(500, {})],
    ['while they load', () => new Promise(() => {})],
  ])('%s stay linked as they are', async (_, goals) => {
    const { actor, api } = open(entry, { [list]: goals })
    expect(await group()).toBeVisible()
    await actor.type(wins(), 'ran')
    await actor.click(await saveButton())
    await saved()
    expect(api.callsOf(update)[0]?.body).toMatchObject({ wins: 'ran', goalIds: [run.id] })
  })

  test('are said to be missing, and are asked for again', async () => {
    const { actor, api } = open(entry, { [list]: answer(500, {}) })
    expect(await within(await group()).findByRole('alert')).toHaveTextContent("We couldn't load your goals.")
    api.on(list, goals)
    await actor.click(within(await group()).getByRole('button', { name: 'Retry' }))
    await toggle('Run 40 km')
    expect(await linked()).toEqual(['Run 40 km'])
  })
})

describe('an entry that was changed elsewhere', () => {
  const entry = anEntry({ entryDate: today, wins: 'ran', goalIds: sorted(run, moved) })
  const elsewhere = {
    ...entry,
    wins: 'ran far',
    goalIds: sorted(run, house),
    updatedAt: '2026-11-21T11:00:00.000Z',
  }

  test('has the goals of both, without those that either removed, unasked', async () => {
    const { actor, api, server } = open(entry)
    await actor.click(await toggle('Run a marathon'))
    server.entry = { ...elsewhere, wins: 'ran' }
    await actor.click(await saveButton())
    await saved()
    expect(api.callsOf(update).at(-1)?.body).toMatchObject({
      goalIds: sorted(run, house, marathon),
      updatedAt: elsewhere.updatedAt,
    })
  })

  test('shows the saved ones by their titles, and Keep both keeps those of both', async () => {
    const { actor, api, server } = open(entry)
    await actor.click(await toggle('Run a marathon'))
    await actor.type(wins(), ' home')
    server.entry = elsewhere
    await actor.click(await saveButton())
    const titles = await screen.findByText('Saved: Goals you worked on')
    await waitFor(() => expect(titles.nextElementSibling).toHaveTextContent('A house by the sea Run 40 km'))
    await actor.click(screen.getByRole('button', { name: 'Keep both' }))
    expect(await linked()).toEqual(['Run 40 km', 'Run a marathon', 'A house by the sea'])
    await actor.click(await saveButton())
    await saved()
    expect(api.callsOf(update).at(-1)?.body).toMatchObject({ goalIds: sorted(run, house, marathon) })
  })
})

test('what Lisa adds in a talk keeps the goals of the entry', async () => {
  const entry = anEntry({ entryDate: today, goalIds: [run.id] })
  const { run: runTool, api } = setUpVoiceTools({
    [create]: answer(409, { message: 'An entry for this date already exists', id: entry.id }),
    'GET /api/journal-entries/:id': entry,
    [update]: entry,
  })
  await runTool('create_journal_entry', { entryDate: today, wins: 'ran' })
  expect(api.callsOf(update)[0]?.body).toMatchObject({ wins: 'ran', goalIds: [run.id] })
})

describe('an entry that is read', () => {
  const entry = anEntry({ entryDate: today, wins: 'ran', goalIds: sorted(run, moved) })
  const links = async () =>
    within(await screen.findByRole('list', { name: 'Goals you worked on' }))
      .findAllByRole('link')
      .then((found) => found.map((link) => [link.textContent, link.getAttribute('href')]))
  const expected = [
    ['Move', `/goals#goal-${moved.id}`],
    ['Run 40 km', `/goals#goal-${run.id}`],
  ]

  test('names its goals in the list, also where it has no words', async () => {
    const other = { ...entry, wins: '' }
    renderApp('/journal', { 'GET /api/journal-entries': [other], [list]: goals }, someone())
    expect(await links()).toEqual(expected)
  })

  test('names them as the day', async () => {
    renderApp(
      `/journal?day=${today}`,
      { [byDate]: entry, 'GET /api/analytics/days': [], [list]: goals },
      someone(),
    )
    expect(await links()).toEqual(expected)
    expect(screen.getByRole('heading', { name: 'Goals you worked on' })).toBeVisible()
  })

  test.each([
    ['the last of forty goals', forty.at(-1) ?? run],
    ['a goal that was achieved', moved],
  ])('leads to %s in its place, and from there back', async (_, goal) => {
    const named = { ...entry, goalIds: [goal.id] }
    const { actor } = renderApp(
      `/journal?day=${today}`,
      { [byDate]: named, 'GET /api/analytics/days': [], [list]: [...forty, moved] },
      someone(),
    )
    await actor.click(await screen.findByRole('link', { name: goal.title }))
    const heading = await screen.findByRole('heading', { name: goal.title })
    await waitFor(() => expect(heading.closest('li')).toHaveFocus())
    window.history.back()
    expect(await screen.findByRole('link', { name: goal.title })).toHaveFocus()
  })

  test('says on the day that the goals could not be loaded', async () => {
    const routes = { [byDate]: entry, 'GET /api/analytics/days': [], [list]: answer(500, {}) }
    renderApp(`/journal?day=${today}`, routes, someone())
    expect(await screen.findByText(/^We couldn't load your goals\./)).toBeVisible()
  })

  test('says nothing of that in the list', async () => {
    const routes = { 'GET /api/journal-entries': [entry], [list]: answer(500, {}) }
    renderApp('/journal', routes, someone())
    await screen.findByText('ran')
    await waitFor(() => expect(screen.queryByText('Goals you worked on')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('names none where they are gone, and asks for them once', async () => {
    const { api } = renderApp(
      '/journal',
      { 'GET /api/journal-entries': [entry], [list]: [marathon] },
      someone(),
    )
    await screen.findByText('ran')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Goals you worked on' })).toBeNull())
    expect(api.callsOf(list).length).toBeLessThanOrEqual(2)
  })

  test('asks for no goals where it has none', async () => {
    const { api } = renderApp(
      '/journal',
      { 'GET /api/journal-entries': [anEntry({ wins: 'ran' })] },
      someone(),
    )
    await screen.findByText('ran')
    expect(api.callsOf(list)).toEqual([])
  })
})
