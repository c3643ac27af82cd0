import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Input } from './input'
import { Textarea } from './textarea'

const copyOf = (area: HTMLElement) => area.previousElementSibling

test('without field-sizing a copy of the text gives the height: as loaded, as typed, and as reset', async () => {
  vi.stubGlobal('CSS', { supports: () => false })
  const { rerender } = render(<Textarea aria-label="Words" defaultValue="loaded" className="font-serif" />)
  const area = screen.getByLabelText<HTMLTextAreaElement>('Words')
  expect(copyOf(area)).toHaveTextContent('loaded')
  expect(copyOf(area)).toHaveAttribute('aria-hidden', 'true')
  expect(copyOf(area)).toHaveClass(...area.classList)

  await userEvent.type(area, ' and typed{Enter}')
  expect(copyOf(area)?.textContent).toBe('loaded and typed\n\u200B')

  area.value = 'reset'
  rerender(<Textarea aria-label="Words" defaultValue="loaded" className="font-serif" />)
  expect(copyOf(area)?.textContent).toBe('reset\u200B')
})

test('with field-sizing there is no copy', () => {
  render(<Textarea aria-label="Words" />)
  expect(copyOf(screen.getByLabelText('Words'))).toBeNull()
})

test('words run in the direction of their script; email addresses, phone numbers and dates do not', () => {
  render(
    <>
      <Textarea aria-label="area" />
      <Input aria-label="line" />
      {['email', 'tel', 'date', 'password'].map((type) => (
        <Input key={type} type={type} aria-label={type} />
      ))}
    </>,
  )
  const directions = ['area', 'line', 'email', 'tel', 'date', 'password'].map((name) =>
    screen.getByLabelText(name).getAttribute('dir'),
  )
  expect(directions).toEqual(['auto', 'auto', null, null, null, null])
})
