import { expect } from '@playwright/test'
import type { Desk } from './desk'
import type { Person } from './people'

/** `@chromium`: the steps lose an answer or crash the window, which Playwright cannot do in Firefox. */
export type Cut = [name: string, steps: (desk: Desk, ana: Person) => Promise<unknown>, tag?: '@chromium']

const today = () => new Date().toISOString().slice(0, 10)
export const cut = (desk: Desk) => void (desk.network = 'cut')

/** The points at which a connection can fail while a user writes an entry. After each of them every word is stored exactly once. */
export const cutsInOneWindow: Cut[] = [
  ['before the form opens', async (desk) => (cut(desk), await desk.open(), await desk.write('oak'))],
  ['after it has opened', (desk) => desk.writeCutOff()],
  [
    'between two words',
    async (desk) => {
      await desk.open()
      await desk.type('oak')
      cut(desk)
      await desk.write('elm')
    },
  ],
  [
    'of the browser itself',
    async (desk) => {
      await desk.open()
      await desk.context.setOffline(true)
      await desk.write('oak')
      await desk.context.setOffline(false)
    },
  ],
  [
    'by a network that asks to sign in',
    async (desk) => (await desk.open(), (desk.network = 'portal'), await desk.write('oak')),
  ],
  [
    'by a server that is away',
    async (desk) => (await desk.open(), (desk.network = 'away'), await desk.write('oak')),
  ],
  [
    'after the server has written, before it has answered',
    async (desk) => (await desk.open(), (desk.network = 'lost'), await desk.write('oak')),
    '@chromium',
  ],
  [
    'before the answer, and the form is written on',
    async (desk) => {
      await desk.open()
      desk.network = 'lost'
      await desk.write('oak')
      await desk.write('elm')
    },
    '@chromium',
  ],
  [
    'before the answer, and the window is closed',
    async (desk) => {
      await desk.open()
      desk.network = 'lost'
      await desk.write('oak')
      await desk.closeWindow()
      await desk.comeBack()
      await desk.page.goto('/')
    },
    '@chromium',
  ],
  [
    'twice: the first sending afterwards loses its answer too',
    async (desk) => {
      await desk.writeCutOff()
      await desk.comeBack('lost')
      await expect.poll(() => desk.network).toBe('cut')
    },
    '@chromium',
  ],
  [
    'and the form is left for Home, which says that it waits',
    async (desk) => {
      await desk.writeCutOff()
      await desk.page.getByRole('link', { name: 'Home' }).click()
      await desk.waits()
    },
  ],
  [
    'and it is saved three times',
    async (desk) => {
      await desk.open()
      cut(desk)
      for (const word of ['oak', 'elm', 'ash']) await desk.write(word)
      await desk.untilStored('ash')
      await desk.comeBack()
      await desk.expectEachOnce()
      expect(desk.writes).toBe(1)
    },
  ],
  [
    'and the window is closed',
    async (desk) => {
      await desk.writeCutOff()
      await desk.closeWindow()
      await desk.comeBack()
      await desk.page.goto('/')
    },
  ],
  [
    'and the window crashes',
    async (desk) => {
      await desk.writeCutOff()
      await desk.crashWindow()
      await desk.comeBack()
      await desk.page.goto('/')
    },
    '@chromium',
  ],
  [
    'and the form is opened again before the connection is back, and written on',
    async (desk) => {
      await desk.writeCutOff()
      await desk.closeWindow()
      await desk.open()
      await desk.waits()
      await desk.write('elm')
    },
  ],
  [
    'and more is typed, which is not saved when the window is closed',
    async (desk) => {
      await desk.writeCutOff()
      await desk.type('elm')
      await desk.closeWindow()
      await desk.open()
      await expect(desk.page.getByText('We kept your draft')).toBeVisible()
      await desk.saveUnsent()
    },
  ],
  [
    'and nothing was saved when the window crashes',
    async (desk) => {
      await desk.open()
      cut(desk)
      await desk.type('oak')
      await desk.crashWindow()
      await desk.open()
      await desk.saveUnsent()
    },
    '@chromium',
  ],
  [
    'while an entry is changed',
    async (desk) => {
      await desk.elsewhere('post', 'journal-entries', { entryDate: today(), wins: 'yew' })
      desk.words.push('yew')
      await desk.writeCutOff()
    },
  ],
  [
    'while an entry is changed that another device changes too',
    async (desk) => {
      const { id } = await desk.elsewhere('post', 'journal-entries', { entryDate: today(), wins: '' })
      await desk.writeCutOff()
      await desk.elsewhere('put', `journal-entries/${id}`, { entryDate: today(), wins: 'yew' })
      desk.words.push('yew')
      await desk.comeBack()
      await desk.keepBoth()
    },
  ],
  [
    'before the form opens, on a day that has an entry',
    async (desk) => {
      await desk.elsewhere('post', 'journal-entries', { entryDate: today(), wins: 'yew' })
      desk.words.push('yew')
      cut(desk)
      await desk.open()
      await desk.write('oak')
      await desk.comeBack()
      await desk.keepBoth()
    },
  ],
  [
    'and the conflict is met only when the form is opened again',
    async (desk) => {
      await desk.writeCutOff()
      await desk.closeWindow()
      await desk.comeBack()
      await desk.page.goto('/api/docs')
      await desk.elsewhere('post', 'journal-entries', { entryDate: today(), wins: 'yew' })
      desk.words.push('yew')
      await desk.page.goto('/')
      await expect(desk.page.getByText('Failed to save journal entry').first()).toBeVisible()
      await desk.open()
      await desk.keepBoth()
    },
  ],
]
