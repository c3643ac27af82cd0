import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { chooseAppearance } from '@/lib/device/appearance'
import { outboxQuery, saveVersion, type SaveInOutbox } from '@/lib/saving/save'
import { pageUser } from '@/lib/api/page-user'
import { anEntry } from '@/test/entries'
import { answer, offline } from '@/test/fake-api'
import { emptyDevice, fillDevice, storedRows } from '@/test/device'
import { aGoal, answerConfirm } from '@/test/goals'
import { ana } from '@/test/render-app'
import { openSettings } from '@/test/settings'

const [script = ''] = Object.values(
  import.meta.glob<string>('../../../public/assets/appearance-*.js', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const list = 'GET /api/journal-entries'
const name = 'Keep recent entries on this device'
const entries = [anEntry({ wins: 'Walked home' }), anEntry({ entryDate: '2026-11-20' })]

emptyDevice()

/** The script that index.html loads, and what it changes in the page. */
function loadAppearance() {
  document.head.innerHTML = ['light', 'dark']
    .map(
      (scheme) => `<meta name="theme-color" content="${scheme}" media="(prefers-color-scheme: ${scheme})">`,
    )
    .join('')
  window.eval(script)
  onTestFinished(() => {
    chooseAppearance('system')
    document.head.innerHTML = ''
  })
  const { dataset } = document.documentElement
  return () => ({
    appearance: dataset.appearance,
    bars: [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media')),
    cookie: document.cookie,
  })
}

const findCard = async () => within(await screen.findByRole('region', { name: 'This device' }))
const findSwitch = async () => (await findCard()).findByRole('switch', { name })
const keptRows = async () => (await storedRows()).filter(({ key }) => key.includes('entries'))
const kept = async () => JSON.stringify(await keptRows())

describe('the appearance', () => {
  const bySystem = {
    appearance: undefined,
    bars: ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'],
    cookie: '',
  }

  test('is that of the system, light or dark, as it is chosen, and the bars of the browser follow', async () => {
    const shown = loadAppearance()
    const { actor } = openSettings()
    const group = within(await (await findCard()).findByRole('group', { name: 'Appearance' }))
    const choice = (name: string) => group.getByRole('radio', { name })
    expect(group.getAllByRole('radio')).toEqual(['System', 'Light', 'Dark'].map(choice))
    expect(choice('System')).toBeChecked()
    expect(shown()).toEqual(bySystem)
    await actor.click(choice('Dark'))
    expect(choice('Dark')).toBeChecked()
    expect(shown()).toEqual({
      appearance: 'dark',
      bars: ['not all', 'all'],
      cookie: 'lisa.appearance=dark',
    })
    await actor.click(choice('Light'))
    expect(shown()).toEqual({
      appearance: 'light',
      bars: ['all', 'not all'],
      cookie: 'lisa.appearance=light',
    })
    await actor.click(choice('System'))
    expect(shown()).toEqual(bySystem)
  })

  test('that was chosen before is shown as the page opens, and one that another window has chosen as this one is seen', async () => {
    document.cookie = 'lisa.appearance=dark; path=/'
    const shown = loadAppearance()
    expect(shown().appearance).toBe('dark')
    openSettings()
    const radio = (name: string) => screen.findByRole('radio', { name })
    expect(await radio('Dark')).toBeChecked()
    document.cookie = 'lisa.appearance=light; path=/'
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await radio('Light')).toBeChecked()
    expect(shown().bars).toEqual(['all', 'not all'])
  })
})

describe('recent entries', () => {
  test('are not kept unless switched on, and the card says what that means', async () => {
    const { api } = openSettings()
    const toggle = await findSwitch()
    expect(toggle).not.toBeChecked()
    expect(toggle).toHaveAccessibleDescription(
      'Your 30 newest entries and your goals can then be read here without a connection, also by anyone who can unlock this device. Signing out, or switching this off, removes them.',
    )
    expect(await keptRows()).toEqual([])
    expect(api.callsOf(list)).toEqual([])
  })

  test('are read and kept when it is switched on, and removed when it is switched off', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:30:00Z') })
    const { actor, api } = openSettings({}, { [list]: entries, 'GET /api/goals': [aGoal({ title: 'Swim' })] })
    await actor.click(await findSwitch())
    expect(await screen.findByText('2 entries are kept, as of Nov 21, 08:30')).toHaveRole('status')
    expect(await findSwitch()).toBeChecked()
    expect(api.callsOf(list)).toMatchObject([{ query: { limit: '30' } }])
    expect(await kept()).toContain('Walked home')
    expect(await kept()).toContain('Swim')
    expect(await kept()).toContain(ana.id)

    await actor.click(await findSwitch())
    await waitFor(async () => expect(await findSwitch()).not.toBeChecked())
    await waitFor(async () => expect(await keptRows()).toEqual([]))
    expect(screen.queryByText(/are kept/)).toBeNull()
  })

  test('are counted as none for an empty journal', async () => {
    const { actor } = openSettings({}, { [list]: [] })
    await actor.click(await findSwitch())
    expect(await screen.findByText(/^No entries yet, as of /)).toBeVisible()
    expect(await findSwitch()).toBeChecked()
  })

  test('are a setting of this browser and user: nothing is sent, and for another user it is off', async () => {
    const first = openSettings({}, { [list]: entries.slice(1) })
    await first.actor.click(await findSwitch())
    expect(await screen.findByText(/^1 entry is kept/)).toBeVisible()
    expect(first.api.calls.every(({ method }) => method === 'GET')).toBe(true)
    first.unmount()
    const second = openSettings()
    expect(await findSwitch()).toBeChecked()
    second.unmount()
    pageUser.id = undefined
    openSettings({}, {}, { ...ana, id: 'ben' })
    expect(await findSwitch()).not.toBeChecked()
  })

  test.each([
    ['has no storage', () => vi.unstubAllGlobals()],
    ['has none left', fillDevice],
  ])('cannot be kept where the browser %s, which is said', async (_, break_) => {
    break_()
    const { actor } = openSettings({}, { [list]: entries })
    await actor.click(await findSwitch())
    expect(await screen.findByText("This browser can't keep your entries")).toBeVisible()
    expect(await findSwitch()).not.toBeChecked()
    expect(await keptRows()).toEqual([])
  })

  test('that cannot be loaded are not kept, and the card says so', async () => {
    const { actor, api } = openSettings({}, { [list]: offline })
    await actor.click(await findSwitch())
    expect(await screen.findByText("Your entries couldn't be kept")).toBeVisible()
    expect(await findSwitch()).not.toBeChecked()
    api.on(list, entries)
    await actor.click(await findSwitch())
    expect(await screen.findByText(/^2 entries are kept/)).toBeVisible()
    expect(screen.queryByText("Your entries couldn't be kept")).toBeNull()
  })

  test.each(['Sign out everywhere', 'Sign out'])('are removed by %s', async (way) => {
    const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    answerConfirm(true)
    const { actor } = openSettings({}, { [list]: entries, 'DELETE /api/account/sessions': answer(204) })
    await actor.click(await findSwitch())
    await screen.findByText(/^2 entries are kept/)
    if (way === 'Sign out') await actor.click(screen.getByRole('button', { name: /^Account/ }))
    await actor.click(await screen.findByText(way, { selector: '[role=menuitem], button' }))
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/logout'))
    expect(await keptRows()).toEqual([])
  })
})

test('changes that wait to be sent are counted, each once', async () => {
  const { queryClient } = openSettings()
  const card = await findCard()
  await findSwitch()
  expect(card.queryByText(/waiting to be sent/)).toBeNull()
  const wait = (...keys: string[]) =>
    act(
      () =>
        void queryClient.setQueryData(
          outboxQuery.queryKey,
          keys.map((key) => ({ ...aSave, key })),
        ),
    )
  wait('a')
  expect(await card.findByText('1 change is waiting to be sent')).toHaveRole('status')
  wait('a', 'a', 'b')
  expect(await card.findByText('2 changes are waiting to be sent')).toBeVisible()
})

const aSave: SaveInOutbox = {
  version: saveVersion,
  id: '1',
  key: 'a',
  userId: 'ana',
  kind: 'journal',
  subject: 'new',
  values: {},
  seen: [],
  savedAt: 0,
  state: 'waiting',
  tries: 1,
}

describe('Lisa as an app', () => {
  const sentence = /^To have Lisa among your apps/

  async function offer(outcome: 'accepted' | 'dismissed') {
    const prompt = vi.fn<() => Promise<{ outcome: string }>>(() => Promise.resolve({ outcome }))
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    await act(() => window.dispatchEvent(event))
    expect(event.defaultPrevented).toBe(true)
    return prompt
  }

  test('is explained where the browser offers nothing', async () => {
    openSettings()
    expect(await (await findCard()).findByText(sentence)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Install Lisa' })).toBeNull()
  })

  test('can be installed by a button once the browser offers it', async () => {
    const { actor } = openSettings()
    const card = await findCard()
    await card.findByText(sentence)
    const declined = await offer('dismissed')
    await actor.click(card.getByRole('button', { name: 'Install Lisa' }))
    expect(declined).toHaveBeenCalledOnce()
    expect(await card.findByText(sentence)).toBeVisible()
    expect(card.getByRole('heading', { name: 'Lisa as an app' })).toHaveFocus()

    const accepted = await offer('accepted')
    await actor.click(card.getByRole('button', { name: 'Install Lisa' }))
    expect(accepted).toHaveBeenCalledOnce()
    expect(await card.findByText('Lisa is installed on this device.')).toBeVisible()
    expect(card.queryByRole('button', { name: 'Install Lisa' })).toBeNull()
  })

  test('is not mentioned in the installed app', async () => {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query.includes('standalone') ? { ...matchMedia(query), matches: true } : matchMedia(query),
    )
    openSettings()
    await findSwitch()
    expect(screen.queryByText('Lisa as an app')).toBeNull()
  })
})
