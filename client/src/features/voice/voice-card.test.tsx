import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VoiceCard } from './voice-card'
import { initialVoiceState } from './voice-state'

test('a line of progress has a direction of its own', () => {
  const state = { ...initialVoiceState, lines: [{ id: 'a', text: '✓ الجري' }] }
  render(<VoiceCard state={state} userId="ana" onWrite={() => true} onTyping={() => {}} />)
  expect(screen.getByText('✓ الجري')).toHaveAttribute('dir', 'auto')
})
