import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { keep, nothingKept, run } from '@/test/entries-on-device'
import { offline } from '@/test/fake-api'
import { aGoal, answerConfirm } from '@/test/goals'
import { renderApp } from '@/test/render-app'

nothingKept()

const list = 'GET /api/goals'
const marathon = aGoal({ title: 'A marathon', timeline: 'annual' })
const book = aGoal({ title: 'كتاب', timeline: 'annual' })
const withParent = (parentId: string, ...titles: string[]) =>
  titles.map((title) => aGoal({ title, parentId }))
const [tenMiles, shoes] = withParent(marathon.id, 'Ten miles', 'Shoes')
const [chapter] = withParent(book.id, 'A chapter')
const rest = aGoal({ title: 'Rest' })
const mixed = [tenMiles, rest, chapter, shoes, marathon, book].filter((goal) => goal !== undefined)

/** The headings of a card, those of level 4 with a dash. */
const headings = async (card = /Key Results/) =>
  within(await screen.findByRole('region', { name: card }))
    .getAllByRole('heading')
    .slice(1)
    .map(({ tagName, textContent }) => (tagName === 'H4' ? `- ${textContent}` : textContent))
const edit = (title: string) => screen.getByRole('button', { name: `Edit ${title}` })

test('goals of one larger goal stand under its title, in the place of the newest of them', async () => {
  renderApp('/goals', { [list]: mixed })
  const heading = await screen.findByRole('heading', { level: 3, name: 'Part of A marathon' })
  expect(await headings()).toEqual([
    'Part of A marathon',
    '- Ten miles',
    '- Shoes',
    'Rest',
    'Part of كتاب',
    '- A chapter',
  ])
  // The direction of a title turns neither the words before it nor the other titles.
  expect(screen.getByRole('heading', { name: 'Part of كتاب' }).querySelector('bdi')).toHaveTextContent('كتاب')
  expect(screen.getAllByText('Part of', { exact: false })).toHaveLength(2)
  const items = within(within(heading.closest('li') ?? document.body).getByRole('list'))
  expect(items.getAllByRole('listitem').map(({ id }) => id)).toEqual([
    `goal-${tenMiles?.id}`,
    `goal-${shoes?.id}`,
  ])
})

test('annual goals stand under the long-term one, and a goal whose larger one is not known by itself', async () => {
  const house = aGoal({ title: 'A house', timeline: 'long-term' })
  const save = aGoal({ title: 'Save', timeline: 'annual', parentId: house.id })
  const [lost] = withParent('3f6f0a1e-0000-4000-8000-00000000dead', 'Lost')
  renderApp('/goals', { [list]: [lost, save, house] })
  await screen.findByText('Lost')
  expect(await headings(/2025 Goals/)).toEqual(['Part of A house', '- Save'])
  expect(await headings()).toEqual(['Lost'])
})

test('where a group moves because its newest goal is deleted, the focus is on the next one in it', async () => {
  answerConfirm(true)
  let goals = mixed
  const { actor } = renderApp('/goals', {
    [list]: () => goals,
    'DELETE /api/goals/:id': ({ params }: { params: Record<string, string> }) =>
      void (goals = goals.filter(({ id }) => id !== params.id)),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Ten miles' }))
  const others = ['Rest', 'Part of كتاب', '- A chapter']
  await waitFor(async () => expect(await headings()).toEqual([...others, 'Part of A marathon', '- Shoes']))
  expect(edit('Shoes')).toHaveFocus()
  // The last one takes its heading along.
  await actor.click(screen.getByRole('button', { name: 'Delete Shoes' }))
  await waitFor(async () => expect(await headings()).toEqual(others))
  expect(edit('A chapter')).toHaveFocus()
})

test('of many goals the newest five are shown, and the rest join their groups', async () => {
  const many = Array.from({ length: 12 }, (_, n) =>
    aGoal({ title: `Goal ${n}`, parentId: [marathon.id, book.id, null][n % 3] }),
  )
  const { actor } = renderApp('/goals', { [list]: [...many, marathon, book] })
  await actor.click(await screen.findByRole('button', { name: 'Show all 12' }))
  expect(screen.getByRole('checkbox', { name: 'Mark as achieved: Goal 6' })).toHaveFocus()
  expect(await headings()).toEqual([
    'Part of A marathon',
    '- Goal 0',
    '- Goal 3',
    '- Goal 6',
    '- Goal 9',
    'Part of كتاب',
    '- Goal 1',
    '- Goal 4',
    '- Goal 7',
    '- Goal 10',
    'Goal 2',
    'Goal 5',
    'Goal 8',
    'Goal 11',
  ])
  await actor.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(await headings()).toEqual([
    'Part of A marathon',
    '- Goal 0',
    '- Goal 3',
    'Part of كتاب',
    '- Goal 1',
    '- Goal 4',
    'Goal 2',
  ])
})

test('those kept on this device are grouped too', async () => {
  await keep()
  const [training] = withParent(run.id, 'Training')
  const first = renderApp('/goals', { [list]: [training, { ...run, timeline: 'annual' }] })
  await screen.findByText('Training')
  first.unmount()
  renderApp('/goals', { [list]: offline })
  expect(await screen.findByText(/^As kept on this device/)).toBeVisible()
  expect(await headings()).toEqual(['Part of Run a marathon', '- Training'])
})

test('of a month that is over, each goal that is asked about says itself what it is part of', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-04-02T12:00:00') })
  renderApp('/goals', { [list]: mixed })
  await screen.findByRole('group', { name: /^March is over/ })
  expect(await headings()).toEqual(['Ten miles', 'Rest', 'A chapter', 'Shoes'])
  expect(screen.getAllByText('Part of')).toHaveLength(3)
})

test('so does an achieved one, as these stand in an order of their own', async () => {
  const swim = aGoal({ title: 'Swim', parentId: marathon.id, achievedAt: '2026-11-05T12:00:00.000Z' })
  const { actor } = renderApp('/goals', { [list]: [swim, marathon] })
  await actor.click(await screen.findByRole('button', { name: 'Achieved (1)' }))
  expect(await headings()).toEqual(['Swim'])
  expect(screen.getByText('Part of')).toHaveTextContent('Part of A marathon')
})
