import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fillDevice } from '@/test/device'
import { hanging } from '@/test/fake-api'
import { newUserEachTest, openToday, saveButton, wins } from '@/test/journal-offline'
import { journalServer } from '@/test/journal-server'
import { create, freezeToday } from '@/test/journal-today'

freezeToday()
newUserEachTest()

test('a save for which the device has no room is not shown as waiting', async () => {
  const app = openToday(journalServer())
  await saveButton()
  fillDevice()
  app.api.on(create, hanging)
  await app.actor.type(wins(), 'ran')
  await app.actor.click(await saveButton())
  await waitFor(() => expect(app.api.callsOf(create)).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 8_500))
  expect(screen.queryByText('Waiting to send')).toBeNull()
})
