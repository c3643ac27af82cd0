import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { JournalEntryView } from '@shared/journal'
import type { ReviewView } from '@shared/review'
import { draftOf } from '@/lib/saving/drafts'
import { anEntry } from '@/test/entries'
import { answer, hanging, offline } from '@/test/fake-api'
import { nothing, openHome, todayPath } from '@/test/home'
import { byDate, create, field, missing } from '@/test/journal-today'
import { ana } from '@/test/render-app'
import { at, dayOn, emptyReview, goalOf, goalWith, reviewPath } from '@/test/review'

beforeEach(() => void at('2026-11-22T20:00:00'))

const name = 'Look back at your week'
const list = 'GET /api/journal-entries'

/** Home with the open review of the week. */
async function openReview(review: Partial<ReviewView> | (() => unknown) = {}, entry?: JournalEntryView) {
  const app = await openHome(
    { days: [dayOn('2026-11-18')], entry: entry ?? null },
    {
      [reviewPath]: typeof review === 'function' ? review : { ...emptyReview, ...review },
      [byDate]: entry ?? missing,
      [list]: [],
    },
  )
  await app.actor.click(app.card.getByRole('button', { name }))
  return { ...app, region: within(await app.card.findByRole('region', { name })) }
}

const part = async (title: string) => within(await screen.findByRole('region', { name: title }))
const textsOf = (region: Pick<typeof screen, 'getAllByRole'>) =>
  region.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the days', () => {
  test('are counted, with the longest run of them, and so are the moods that were chosen', async () => {
    const { region } = await openReview({
      entries: 5,
      longestStreak: 3,
      moods: { ...emptyReview.moods, sad: 1, happy: 3 },
    })
    expect(await region.findByText('November 16 to 22')).toBeVisible()
    expect(region.getByText('You wrote on 5 days, 3 of them in a row.')).toBeVisible()
    const moods = within(region.getByRole('list', { name: 'Moods' }))
    expect(moods.getAllByRole('img').map((face) => face.getAttribute('aria-label'))).toEqual(['Sad', 'Happy'])
    expect(textsOf(moods)).toEqual(['😕1', '🙂3'])
  })

  test.each([
    [7, 7, 'You wrote on all 7 days.'],
    [4, 4, 'You wrote on 4 days, all of them in a row.'],
    [3, 1, 'You wrote on 3 days.'],
    [1, 1, 'You wrote on 1 day.'],
    [0, 0, 'These days have no entry.'],
  ])('%i of them, %i in a row, are told as %j', async (entries, longestStreak, told) => {
    const { region } = await openReview({ entries, longestStreak })
    expect(await region.findByText(told)).toBeVisible()
    expect(region.queryByRole('list', { name: 'Moods' })).toBeNull()
  })
})

describe('the goals', () => {
  test('have their days and first lines, each of which leads to reading it', async () => {
    await openReview({
      goals: [
        goalWith('Run', { '2026-11-18': '*Ten* kilometres.', '2026-11-20': 'Rain.' }),
        goalWith('Read', { '2026-11-20': '' }),
      ],
    })
    const goals = await part('Goals you worked on')
    expect(goals.getByText('2 days')).toBeVisible()
    expect(goals.getByText('1 day')).toBeVisible()
    expect(goals.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Wed, Nov 18Ten kilometres.', '/journal?day=2026-11-18'],
      ['Fri, Nov 20Rain.', '/journal?day=2026-11-20'],
      ['Fri, Nov 20', '/journal?day=2026-11-20'],
    ])
  })

  test('that were achieved, and those without a day, are listed as facts', async () => {
    const { region } = await openReview({
      achieved: [goalOf('Sail')],
      untouched: [goalOf('Cook'), goalOf('Sing')],
    })
    expect(textsOf(await part('Achieved'))).toEqual(['Sail'])
    expect(textsOf(await part('Open goals without a day'))).toEqual(['Cook', 'Sing'])
    expect(region.getByText(/^None of these days is linked to a goal/)).toBeVisible()
  })

  test('where there are none at all, the review has no empty lists', async () => {
    await openReview()
    expect((await part('Goals you worked on')).queryByRole('list')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Achieved' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Open goals without a day' })).toBeNull()
  })

  test('of forty, and of the many days of one, the first are shown, and the rest when it is asked for', async () => {
    const year = Array.from({ length: 30 }, (_, n) => [
      `2026-10-${String(n + 1).padStart(2, '0')}`,
      `Day ${n + 1}`,
    ])
    const { actor } = await openReview({
      goals: [
        goalWith('Run', Object.fromEntries(year)),
        ...Array.from({ length: 39 }, (_, n) => goalWith(`Goal ${n}`, {})),
      ],
    })
    const goals = await part('Goals you worked on')
    expect(goals.queryByText('Goal 38')).toBeNull()
    expect(goals.getAllByRole('link')).toHaveLength(7)
    await actor.click(goals.getByRole('button', { name: 'Show all 30 days of Run' }))
    expect(goals.getAllByRole('link')).toHaveLength(30)
    expect(goals.getByRole('link', { name: /Day 8$/ })).toHaveFocus()
    await actor.click(goals.getByRole('button', { name: 'Show all 40 goals' }))
    expect(goals.getByText('Goal 38')).toBeVisible()
    await actor.click(goals.getByRole('button', { name: 'Show fewer goals' }))
    expect(goals.queryByText('Goal 38')).toBeNull()
  })
})

describe('Write my review', () => {
  const goals = [goalWith('Run', { '2026-11-18': 'Ten kilometres.' })]
  const words = [
    'My week: November 16 to 22',
    'Wed, Nov 18: Run\n> Ten kilometres.',
    'What moved?\n',
    'What stood in the way?\n',
    'What is next?\n',
  ].join('\n\n')
  const write = { name: 'Write my review' }
  const reflection = () => screen.findByLabelText<HTMLTextAreaElement>('Overall reflection')

  test("opens today's entry with a draft; nothing is saved", async () => {
    const { actor, api, region } = await openReview({ goals })
    await actor.click(await region.findByRole('button', write))
    expect(await reflection()).toHaveValue(words)
    await waitFor(() => expect(field('Overall reflection')).toHaveFocus())
    const { selectionStart, selectionEnd } = await reflection()
    expect(words.slice(0, selectionStart)).toMatch(/What moved\?\n$/)
    expect(selectionEnd).toBe(selectionStart)
    expect(screen.getByText('These words are ready to change')).toBeVisible()
    expect(window.location.pathname).toBe('/journal/new')
    expect(api.calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('adds to the entry of today, and a second time adds nothing', async () => {
    const entry = anEntry({ entryDate: '2026-11-22', wins: 'Slept', overallReflection: 'A calm day.' })
    const { actor, region } = await openReview({ goals }, entry)
    await actor.click(await region.findByRole('button', write))
    expect(await reflection()).toHaveValue(`A calm day.\n\n${words}`)
    expect(field('What are your wins today?')).toHaveValue('Slept')
    await actor.type(field('Overall reflection'), 'More of the same.')
    act(() => window.history.back())
    await actor.click(await screen.findByRole('button', write))
    expect(await reflection()).toHaveValue(`A calm day.\n\n${words}More of the same.`)
    expect(screen.getByText('We kept your draft')).toBeVisible()
  })

  test('asks its questions also where another review has asked them that day', async () => {
    at('2026-11-30T20:00:00')
    const ofWeek = [words, 'My legs.'].join('')
    draftOf(ana.id, 'journal', '2026-11-30', 'another').write({
      entryDate: '2026-11-30',
      overallReflection: ofWeek,
    })
    const { actor, card } = await openHome(
      { days: [dayOn('2026-11-30')] },
      { [reviewPath]: { ...emptyReview, goals }, [byDate]: missing, [list]: [], 'GET /api/goals': [] },
    )
    await actor.click(card.getByRole('button', { name: 'Look back at your month' }))
    await actor.click(await card.findByRole('button', write))
    const both = `${ofWeek}\n\n${words.replace('week: November 16 to 22', 'month: November 2026')}`
    expect(await reflection()).toHaveValue(both)
    await waitFor(() => expect(field('Overall reflection')).toHaveFocus())
    expect((await reflection()).selectionStart).toBe(
      both.lastIndexOf('What moved?\n') + 'What moved?\n'.length,
    )
    act(() => window.history.back())
    await actor.click(await screen.findByRole('button', write))
    expect(await reflection()).toHaveValue(both)
  })

  test('has the first line of the other days too', async () => {
    const { actor, api, region } = await openReview({ goals })
    api.on(list, [
      anEntry({ entryDate: '2026-11-19', dailyEvents: 'Rain' }),
      anEntry({ entryDate: '2026-11-18', dailyEvents: 'Ten kilometres.' }),
    ])
    await actor.click(await region.findByRole('button', write))
    expect(await reflection()).toHaveValue(words.replace('What moved?', 'Thu, Nov 19\n> Rain\n\nWhat moved?'))
    expect(api.callsOf(list)).toMatchObject([{ query: { from: '2026-11-16', to: '2026-11-22' } }])
  })

  test.each([
    ['without a connection', offline],
    ['after a failure', answer(500, { message: 'Internal Server Error' })],
  ])('%s has the days of goals, keeps what was typed, and says what is missing', async (_, failing) => {
    draftOf(ana.id, 'journal', '2026-11-22', 'another').write({
      entryDate: '2026-11-22',
      overallReflection: 'Typed before',
    })
    const { actor, api, region } = await openReview({ goals })
    api.on(list, failing)
    await actor.click(await region.findByRole('button', write))
    expect(await reflection()).toHaveValue(`Typed before\n\n${words}`)
    expect(await screen.findByText("We couldn't load your other days")).toBeVisible()
  })

  test('of a year has the days of goals only', async () => {
    at('2026-12-31T20:00:00')
    const { actor, api, card } = await openHome(
      { days: [dayOn('2026-12-30')] },
      { [reviewPath]: { ...emptyReview, goals }, [byDate]: missing, 'GET /api/goals': [] },
    )
    await actor.click(card.getByRole('button', { name: 'Look back at your year' }))
    await actor.click(await card.findByRole('button', write))
    expect(await reflection()).toHaveValue(words.replace('week: November 16 to 22', 'year: 2026'))
    expect(api.callsOf(list)).toEqual([])
  })

  test('adds to the draft of today', async () => {
    draftOf(ana.id, 'journal', '2026-11-22', 'another').write({
      entryDate: '2026-11-22',
      wins: 'Typed before',
    })
    const { actor, region } = await openReview({ goals })
    await actor.click(await region.findByRole('button', write))
    expect(await reflection()).toHaveValue(words)
    expect(field('What are your wins today?')).toHaveValue('Typed before')
    expect(screen.getByText('We kept your draft')).toBeVisible()
  })

  test('leads back to the review once the entry is saved, and the way back by Close too', async () => {
    const { actor, api, region } = await openReview({ goals })
    await actor.click(await region.findByRole('button', write))
    await reflection()
    const entry = anEntry({ entryDate: '2026-11-22', overallReflection: words })
    api.on(create, answer(201, entry))
    api.on(todayPath, { ...nothing, days: [dayOn('2026-11-22')], entry })
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    expect(await screen.findByText('Journal entry saved successfully')).toBeVisible()
    expect(await screen.findByRole('region', { name })).toBeVisible()
    expect(await screen.findByText("Your review is in today's entry.")).toBeVisible()
    expect(screen.queryByRole('button', write)).toBeNull()
  })
})

test('a skeleton stands in while it loads', async () => {
  const { region } = await openReview(hanging)
  expect(region.getByRole('status')).toHaveTextContent('Loading…')
  await waitFor(() => expect(region.queryByRole('button')).toBeNull())
})
