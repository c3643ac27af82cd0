import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DangerKind } from '@shared/danger/kinds'
import { createQueryClient } from '@/lib/api/query-client'
import { fakeApi } from '@/test/fake-api'
import { turnsOfUser } from './said-turns'
import { dangerToShow } from './voice-danger-words'
import { VoiceHelp, VoiceHelpCard } from './voice-help-card'
import { initialVoiceState, voiceReducer, type VoiceEvent, type VoiceState } from './voice-state'

const noon = new Date('2026-11-25T11:00:00Z')
const night = new Date('2026-11-26T02:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

type Help = { contact?: string | null; phoneCountry?: string | null }
function show(element: ReactElement, { contact = null, phoneCountry = null }: Help = {}) {
  fakeApi({ 'GET /api/voice/help': { contact, phoneCountry } })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { actor: userEvent.setup(), ...render(element, { wrapper }) }
}

const links = () =>
  within(screen.getByRole('status'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
const unmistakable = (kind: DangerKind) => ({ kind, level: 'unmistakable' as const })
const directory = ['findahelpline.com', 'https://findahelpline.com']

test('the numbers are those of the country, with their hours, and can be called', () => {
  show(<VoiceHelpCard kind="self-harm" country="IT" />)
  expect(links()).toEqual([['Call 02 2327 2327', 'tel:0223272327'], ['Emergency 112', 'tel:112'], directory])
  expect(screen.getByRole('status')).toHaveTextContent('Telefono Amico, every day 9:00 to 24:00')
})

test('while no line answers, the emergency number comes first', () => {
  vi.setSystemTime(night)
  show(<VoiceHelpCard kind="self-harm" country="IT" />)
  expect(links()[0]).toEqual(['Emergency 112', 'tel:112'])
})

test('for an overdose the emergency number comes first, then the poison line', () => {
  show(<VoiceHelpCard kind="overdose" country="US" />)
  expect(screen.getByText('Call the emergency number now')).toBeVisible()
  expect(links()).toEqual([
    ['Emergency 911', 'tel:911'],
    ['Call 1-800-222-1222', 'tel:1-800-222-1222'],
    directory,
  ])
})

test('for abuse and danger to others the police comes first where it has a number of its own', () => {
  show(<VoiceHelpCard kind="abuse" country="BR" />)
  expect(links()).toEqual([
    ['Call 180', 'tel:180'],
    ['Police 190', 'tel:190'],
    ['Emergency 192', 'tel:192'],
    directory,
  ])
})

test('where the country is unknown, it names the directory and both emergency numbers', () => {
  show(<VoiceHelpCard kind="self-harm" country={undefined} />)
  expect(links()).toEqual([['Emergency 112', 'tel:112'], ['Emergency 911', 'tel:911'], directory])
})

test("the operator's own line is on it", async () => {
  show(<VoiceHelp danger={unmistakable('self-harm')} timezones={['UTC']} />, {
    contact: 'Campus care: 555 0100',
  })
  expect(await screen.findByText('You can also turn to: Campus care: 555 0100')).toBeVisible()
})

test.each<[string, string | null, (string | undefined)[], string]>([
  ['the country of the phone before that of the timezone', 'FR', ['Europe/Rome'], 'Call 3114'],
  [
    'the timezone where the phone is of a country without numbers here',
    'GR',
    ['Europe/Rome'],
    'Call 02 2327 2327',
  ],
  ['the timezone without a phone', null, ['UTC', 'Europe/Rome'], 'Call 02 2327 2327'],
])('the numbers follow %s, on the card and in the quiet notice', async (_, phoneCountry, timezones, name) => {
  const card = show(<VoiceHelp danger={unmistakable('self-harm')} timezones={timezones} />, { phoneCountry })
  expect(await screen.findByRole('link', { name })).toBeVisible()
  card.unmount()
  show(<VoiceHelp danger={{ kind: 'self-harm', level: 'near' }} timezones={timezones} />, { phoneCountry })
  expect(await screen.findByRole('link', { name })).toBeVisible()
})

test('the link opens the numbers of all kinds and gives them the focus; Close gives it back', async () => {
  const { actor } = show(<VoiceHelp timezones={['America/New_York']} />)
  const link = screen.getByRole('link', { name: 'Need help now?' })
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  await actor.tab()
  expect(link).toHaveFocus()
  await actor.keyboard('{Enter}')
  expect(links().map(([text]) => text)).toEqual([
    'Emergency 911',
    'Call 988',
    'Call 1-800-222-1222',
    'Call 1-800-799-7233',
    'findahelpline.com',
  ])
  expect(document.activeElement).toContainElement(screen.getByRole('status'))
  expect(screen.getByText('Overdose or poison')).toBeVisible()
  expect(screen.getByText('Poison Help, at any hour')).toBeVisible()
  await actor.tab()
  expect(screen.getByRole('link', { name: 'Emergency 911' })).toHaveFocus()
  await actor.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  expect(link).toHaveFocus()
})

test('what words of danger have opened does not take the focus, and cannot be closed', async () => {
  const { actor } = show(<VoiceHelp timezones={['America/New_York']} danger={unmistakable('overdose')} />)
  expect(document.body).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  await actor.click(screen.getByRole('link', { name: 'Need help now?' }))
  expect(links()).toContainEqual(['Call 988', 'tel:988'])
  await actor.click(screen.getByRole('button', { name: 'Close' }))
  expect(links()[0]).toEqual(['Emergency 911', 'tel:911'])
})

test('words that only sound like danger get one quiet number', () => {
  show(<VoiceHelp timezones={['America/New_York']} danger={{ kind: 'self-harm', level: 'near' }} />)
  expect(screen.getByRole('status')).toHaveTextContent(/^That sounds heavy\..*you can talk to a person\./)
  expect(links()).toEqual([['Call 988', 'tel:988']])
})

test('the hours of a quiet number that does not always answer are said', () => {
  show(<VoiceHelp timezones={['Europe/Rome']} danger={{ kind: 'self-harm', level: 'near' }} />)
  expect(screen.getByText(/Telefono Amico answers every day 9:00 to 24:00\.$/)).toBeVisible()
  expect(links()).toEqual([['Call 02 2327 2327', 'tel:0223272327']])
})

test('where a country has lines in several languages, the quiet number is that of the language', () => {
  const shown = (language: string) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    const { unmount } = show(
      <VoiceHelp timezones={['Europe/Brussels']} danger={{ kind: 'self-harm', level: 'near' }} />,
    )
    const [[number] = []] = links()
    unmount()
    return number
  }
  expect([shown('fr-BE'), shown('nl-BE')]).toEqual(['Call 0800 32 123', 'Call 1813'])
})

test('about an overdose it has the emergency number, then the poison line; both emergency numbers where the country is unknown', () => {
  const shown = (timezone: string) => {
    const { unmount } = show(
      <VoiceHelp timezones={[timezone]} danger={{ kind: 'overdose', level: 'near' }} />,
    )
    const numbers = links().map(([text]) => text)
    const words = screen.getByRole('status').textContent
    unmount()
    return { numbers, words }
  }
  const { numbers, words } = shown('America/New_York')
  expect(numbers).toEqual(['Call 911', 'Call 1-800-222-1222'])
  expect(words).toContain('even if you feel fine. Poison Help answers at any hour.')
  expect(shown('Europe/Stockholm').numbers).toEqual(['Call 112'])
  expect(shown('UTC').numbers).toEqual(['Call 112', 'Call 911'])
})

test('where no line answers, the quiet notice names the directory', () => {
  vi.setSystemTime(night)
  show(<VoiceHelp timezones={['Europe/Rome']} danger={{ kind: 'self-harm', level: 'near' }} />)
  expect(links()).toEqual([directory])
})

const attempt = 1
const after = (...events: VoiceEvent[]) => events.reduce<VoiceState>(voiceReducer, initialVoiceState)
const talk: VoiceEvent[] = [
  { type: 'start', attempt, mode: 'general' },
  { type: 'connected', attempt, isDemo: false },
]
const said = (text: string, speaker: 'You' | 'Lisa' = 'You'): VoiceEvent => ({
  type: 'caption',
  attempt,
  change: { id: text, speaker, text, isDone: true },
})

const dangerIn = ({ captions, status }: VoiceState) =>
  dangerToShow(turnsOfUser(captions, status), 'ana', 'a talk')?.level

test.each(['ich will nicht mehr leben', 'quiero morir', 'I took all my pills'])('%j asks for it', (words) =>
  expect(dangerIn(after(...talk, said('Hello'), said(words)))).toBe('unmistakable'),
)

test.each([
  ['en', 'I just want to.', 'Die.'],
  ['es', 'Es que yo ya no.', 'Ya no quiero vivir.'],
  ['fr', "J'ai envie.", 'De mourir.'],
  ['de', 'Ich will einfach.', 'Nicht mehr leben.'],
  ['pt', 'Eu quero.', 'Morrer.'],
  ['it', 'Io voglio.', 'Morire.'],
])('what is said in two captions in %s is read together', (_, first, second) => {
  expect(dangerIn(after(...talk, said(first)))).not.toBe('unmistakable')
  expect(dangerIn(after(...talk, said(first), said('Mm?', 'Lisa'), said(second)))).toBe('unmistakable')
})

test('harmless words, and those of Lisa, do not', () => {
  expect(dangerIn(after(...talk, said('I could kill for a coffee')))).toBeUndefined()
  expect(dangerIn(after(...talk, said('Do you want to die?', 'Lisa')))).toBeUndefined()
})

test('a sentence is read once it is over, or the talk is', () => {
  const piece = (delta: string): VoiceEvent => ({
    type: 'caption',
    attempt,
    change: { id: 'a', speaker: 'You', delta },
  })
  const begun = [...talk, piece('I want to '), piece('die')]
  expect(dangerIn(after(...begun))).toBeUndefined()
  expect(dangerIn(after(...begun, said('of laughter, it was so funny')))).not.toBe('unmistakable')
  expect(dangerIn(after(...begun, { type: 'lost', attempt, problem: 'Gone.' }))).toBe('unmistakable')
})

test.each<[string, VoiceEvent]>([
  ['stopped', { type: 'stopped', attempt }],
  ['lost', { type: 'lost', attempt, problem: 'Gone.' }],
  ['failed', { type: 'failed', attempt, problem: 'Gone.' }],
])('it stays when the talk is %s, and when the next one begins', (_, end) => {
  const danger = unmistakable('abuse')
  const ended = after(...talk, { type: 'danger', attempt, danger }, end)
  expect(ended.danger).toEqual(danger)
  expect(voiceReducer(ended, { type: 'start', attempt: 2, mode: 'general' }).danger).toEqual(danger)
})

test('what is near gives way to what is unmistakable, and not the other way round', () => {
  const near = { kind: 'others', level: 'near' } as const
  const [isNear, isSure] = [near, unmistakable('self-harm')].map((danger): VoiceEvent => ({
    type: 'danger',
    attempt,
    danger,
  })) as [VoiceEvent, VoiceEvent]
  expect(after(...talk, isNear).danger).toEqual(near)
  expect(after(...talk, isNear, isSure).danger).toEqual(unmistakable('self-harm'))
  expect(after(...talk, isSure, isNear).danger).toEqual(unmistakable('self-harm'))
})
