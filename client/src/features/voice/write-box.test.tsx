import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pageUser, setPageUser } from '@/lib/api/page-user'
import { clearDrafts } from '@/lib/device/storage'
import { WriteBox } from './write-box'

const onWrite = vi.fn<(text: string) => boolean>(() => true)
const onTyping = vi.fn<() => void>()
const open = (userId = 'ana', takesFocus = false) =>
  render(<WriteBox userId={userId} onWrite={onWrite} onTyping={onTyping} takesFocus={takesFocus} />)
const box = () => screen.getByRole('textbox', { name: 'Write to Lisa' })

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  pageUser.id = undefined
  setPageUser('ana')
})

test('a message is sent by Enter or by the button, and the box is empty then', async () => {
  open()
  await userEvent.type(box(), ' I ran. {Enter}')
  await userEvent.type(box(), 'Far.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(onWrite.mock.calls).toEqual([['I ran.'], ['Far.']])
  expect(box()).toHaveValue('')
  expect(onTyping).toHaveBeenCalled()
})

test('a new line, an empty message and a word being composed send nothing', async () => {
  open()
  await userEvent.type(box(), '{Enter}  {Enter}')
  await userEvent.clear(box())
  await userEvent.type(box(), 'One{Shift>}{Enter}{/Shift}two')
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })
  expect(box()).toHaveValue('One\ntwo')
  expect(onWrite).not.toHaveBeenCalled()
})

test('a message that could not be sent stays, and is kept for the next talk of the same user', async () => {
  onWrite.mockReturnValueOnce(false)
  const first = open()
  await userEvent.type(box(), 'I ran.{Enter}')
  expect(box()).toHaveValue('I ran.')
  first.unmount()
  const second = open()
  expect(box()).toHaveValue('I ran.')
  second.unmount()
  expect(open('ben').container.querySelector('textarea')).toHaveValue('')
})

test('no text is kept once it is sent, or the user signs out', async () => {
  open()
  await userEvent.type(box(), 'I ran.{Enter}')
  expect(JSON.stringify({ ...localStorage })).not.toContain('I ran.')
  await userEvent.type(box(), 'More')
  clearDrafts()
  expect(JSON.stringify({ ...localStorage })).not.toContain('More')
})

test('the box has the focus in a talk by text', () => {
  open('ana', true)
  expect(box()).toHaveFocus()
})
