import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tellOfDanger } from './voice-danger-words'
import { VoiceHelpCard } from './voice-help-card'
import { initialVoiceState, voiceReducer, type VoiceEvent, type VoiceState } from './voice-state'

const links = () =>
  within(screen.getByRole('status'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('the numbers are those of the country, and can be called', () => {
  render(<VoiceHelpCard timezones={['UTC', 'Europe/Rome']} />)
  expect(links()).toEqual([
    ['Call 02 2327 2327', 'tel:0223272327'],
    ['Emergency 112', 'tel:112'],
    ['findahelpline.com', 'https://findahelpline.com'],
  ])
  expect(screen.getByRole('status')).toHaveTextContent('Telefono Amico')
})

test('where the country is unknown, it names the directory and both emergency numbers', () => {
  render(<VoiceHelpCard timezones={['UTC', undefined]} />)
  expect(links()).toEqual([
    ['Emergency 112', 'tel:112'],
    ['Emergency 911', 'tel:911'],
    ['findahelpline.com', 'https://findahelpline.com'],
  ])
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

test.each(['ich will nicht mehr leben', 'quiero morir', 'I took all my pills'])('%j asks for it', (words) =>
  expect(tellOfDanger(after(...talk, said('Hello'), said(words)).captions)).toBe(true),
)

test('harmless words, and those of Lisa, do not', () => {
  expect(tellOfDanger(after(...talk, said('I could kill for a coffee')).captions)).toBe(false)
  expect(tellOfDanger(after(...talk, said('Do you want to die?', 'Lisa')).captions)).toBe(false)
})

test('words that come piece by piece are read together', () => {
  const piece = (delta: string): VoiceEvent => ({
    type: 'caption',
    attempt,
    change: { id: 'a', speaker: 'You', delta },
  })
  expect(tellOfDanger(after(...talk, piece('I want to '), piece('die')).captions)).toBe(true)
})

test.each<[string, VoiceEvent]>([
  ['stopped', { type: 'stopped', attempt }],
  ['lost', { type: 'lost', attempt, problem: 'Gone.' }],
  ['failed', { type: 'failed', attempt, problem: 'Gone.' }],
])('it stays when the talk is %s, and when the next one begins', (_, end) => {
  const ended = after(...talk, said('quiero morir'), { type: 'danger', attempt }, end)
  expect(ended.isInDanger).toBe(true)
  expect(voiceReducer(ended, { type: 'start', attempt: 2, mode: 'general' }).isInDanger).toBe(true)
})
