import { act, screen } from '@testing-library/react'
import { beforeEach } from 'vitest'
import type { UserView } from '@shared/auth'
import { connection } from '@/lib/api/connection'
import { emptyDevice } from './device'
import type { Routes } from './fake-api'
import type { journalServer } from './journal-server'
import { field } from './journal-today'
import { ana, renderApp } from './render-app'

let user: UserView

// A new user in each test, so that saves which wait in an earlier test are not sent.
export function newUserEachTest() {
  emptyDevice()
  beforeEach(() => {
    user = { ...ana, id: crypto.randomUUID() }
    connection.found('ok')
  })
}

/** A screen, signed in as the user of this test. */
export const openScreen = (path: string, routes: Routes) => renderApp(path, routes, user)
export const comeBack = () => act(() => connection.found('ok'))

export const wins = () => field('What are your wins today?')
export const saveButton = () => screen.findByRole('button', { name: /^(Save|Update) Entry$/ })
export const waits = () => screen.findByText('Waiting to send')
export const saved = () => screen.findByText(/^Journal entry (saved|updated) successfully$/)

/** Today's journal, over a server whose connection the test cuts and restores. */
export function openToday(
  { server, routes }: ReturnType<typeof journalServer>,
  person = user,
  path = '/journal/new',
) {
  const app = renderApp(path, routes, person)
  async function save(words: string) {
    await saveButton()
    await app.actor.type(wins(), words)
    await app.actor.click(await saveButton())
  }
  return {
    ...app,
    user: person,
    save,
    /** In a form that was opened with a connection. */
    async saveOffline(words: string) {
      await saveButton()
      server.isReachable = false
      await save(words)
      await waits()
    },
    goOffline: () => (server.isReachable = false),
    async goHome() {
      await app.actor.click(screen.getByRole('link', { name: 'Home' }))
      await screen.findByRole('link', { name: /^Talk to Lisa/ })
    },
    comeBack() {
      Object.assign(server, { isReachable: true, losesAnswers: false })
      act(() => connection.found('ok'))
    },
  }
}
