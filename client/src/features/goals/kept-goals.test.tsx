import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connection } from '@/lib/api/connection'
import { watchConnection } from '@/lib/api/watch-connection'
import { keptCopies, type KeptCopies } from '@/lib/device/kept-copies'
import { ben, keep, nothingKept, run } from '@/test/entries-on-device'
import { storedRows, storeRow } from '@/test/device'
import { answer, offline } from '@/test/fake-api'
import { aGoal, answerConfirm } from '@/test/goals'
import { ana, renderApp } from '@/test/render-app'

nothingKept()

const list = 'GET /api/goals'
const one = 'GET /api/goals/:id'
const create = 'POST /api/goals'
const update = 'PATCH /api/goals/:id'
const swim = aGoal({ title: 'Swim', timeline: 'annual' })
const kept = async () => (await keptCopies(ana.id).read())?.goals?.goals

describe('without a connection', () => {
  test('the goals that are kept are shown, with the time of which they are', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T21:30:00Z') })
    await keep()
    renderApp('/goals', { [list]: offline })
    expect(await screen.findByText('As kept on this device on Jan 15, 21:30')).toHaveRole('status')
    expect(screen.getByRole('heading', { name: 'Run a marathon' })).toBeVisible()
    expect(screen.queryByText("We couldn't load your goals")).toBeNull()
    expect(screen.queryByText('This list may be out of date')).toBeNull()
  })

  test('one can be marked; the goals themselves take their place once they can be read', async () => {
    await keep()
    const { actor, api, queryClient } = renderApp('/goals', { [list]: offline, [update]: offline })
    onTestFinished(watchConnection(queryClient))
    await actor.click(await screen.findByRole('checkbox', { name: 'Mark as achieved: Run a marathon' }))
    expect(await screen.findByText('Waiting to send')).toBeVisible()
    api.on(update, { ...run, achievedAt: '2026-11-21T08:00:00.000Z' })
    api.on(list, [swim])
    act(() => connection.found('ok'))
    expect(await screen.findByRole('heading', { name: 'Swim' })).toBeVisible()
    expect(screen.queryByText(/^As kept/)).toBeNull()
    await waitFor(async () => expect(await kept()).toEqual([swim]))
  })

  test('one can be changed, and its save is guarded by the version that was kept', async () => {
    await keep()
    const saved = { ...run, title: 'Run a marathon soon', updatedAt: '2026-11-22T08:00:00.000Z' }
    const { actor, api } = renderApp(`/goals/edit/${run.id}`, { [one]: offline, [list]: offline })
    await actor.type(await screen.findByLabelText('Goal Title'), ' soon')
    api.on(update, saved)
    await actor.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(async () => expect(await kept()).toEqual([saved]))
    expect(api.callsOf(update)[0]?.body).toMatchObject({ updatedAt: run.updatedAt, title: saved.title })
  })

  test('somebody who keeps none sees that they could not be loaded', async () => {
    renderApp('/goals', { [list]: offline })
    expect(await screen.findByText("We couldn't load your goals")).toBeVisible()
  })

  test('so does somebody who has switched that on before goals were kept', async () => {
    await keep()
    const [row] = await storedRows()
    if (row) await storeRow({ ...row, value: { ...(row.value as KeptCopies), goals: undefined } })
    const first = renderApp('/goals', { [list]: offline })
    expect(await screen.findByText("We couldn't load your goals")).toBeVisible()
    first.unmount()
    renderApp('/goals', { [list]: [swim] })
    await waitFor(async () => expect(await kept()).toEqual([swim]))
  })

  test('somebody else sees nothing of them', async () => {
    await keep()
    renderApp('/goals', { [list]: offline }, ben)
    expect(await screen.findByText("We couldn't load your goals")).toBeVisible()
    expect(screen.queryByText('Run a marathon')).toBeNull()
  })
})

test('an error of the server is told, and nothing kept is shown in its place', async () => {
  await keep()
  renderApp('/goals', { [list]: answer(500, {}) })
  expect(await screen.findByText("We couldn't load your goals")).toBeVisible()
  expect(screen.queryByText('Run a marathon')).toBeNull()
})

describe('what is kept follows', () => {
  test('a goal that is created, though the list is not read again', async () => {
    await keep()
    const { actor, api } = renderApp('/goals/new', { [list]: offline, [create]: answer(201, swim) })
    await actor.type(await screen.findByLabelText('Goal Title'), 'Swim')
    await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
    await waitFor(() => expect(api.callsOf(create)).toHaveLength(1))
    await waitFor(async () => expect(await kept()).toEqual([swim, run]))
  })

  test('a goal that is deleted', async () => {
    await keep()
    answerConfirm(true)
    const { actor, api } = renderApp('/goals', { [list]: [swim, run], 'DELETE /api/goals/:id': undefined })
    const remove = await screen.findByRole('button', { name: 'Delete Run a marathon' })
    await waitFor(async () => expect(await kept()).toEqual([swim, run]))
    api.on(list, offline)
    await actor.click(remove)
    await waitFor(async () => expect(await kept()).toEqual([swim]))
  })

  test('nothing where the user has not switched that on', async () => {
    renderApp('/goals', { [list]: [swim] })
    await screen.findByRole('heading', { name: 'Swim' })
    await keptCopies(ana.id).goalSaved(run)
    expect(JSON.stringify(await storedRows())).not.toContain('Swim')
  })
})
