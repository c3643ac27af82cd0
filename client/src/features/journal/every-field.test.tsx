import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { JournalEntryView } from '@shared/journal'
import { entryFields, lostIn, notSaid } from '@shared/test/stored-fields'
import { draftOf } from '@/lib/saving/drafts'
import { waitingSaves } from '@/test/device'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { newUserEachTest, openToday, saveButton, saved, waits } from '@/test/journal-offline'
import { journalServer } from '@/test/journal-server'
import { freezeToday, update } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'
import { setUpVoiceTools } from '@/test/set-up-voice-tools'

// Each column of the table goes through everything in the browser that reads or writes an entry. What a test prints is the
// list of the fields that the code under its name forgets.

const { texts, values } = entryFields
const day = '2024-02-29'
freezeToday(day)
newUserEachTest()

const written = (version?: string) =>
  Object.fromEntries(texts.map((name) => [name, values(version)[name] ?? '']))
const someone = () => ({ ...ana, id: crypto.randomUUID() })
const stored = (version?: string) =>
  anEntry({ ...values(version), entryDate: day } as Partial<JournalEntryView>)
/** What stands in the text boxes of the form. */
const inForm = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input, form textarea')]
    .map(({ value }) => value)
    .join('\n')
const press = async (app: { actor: { click: (element: Element) => Promise<void> } }) =>
  app.actor.click(await saveButton())

describe('a form shows what is saved, and sends all of it again', () => {
  test.each(['/journal/new', '/journal/edit/:id'])('%s', async (path) => {
    const { server, routes } = journalServer(stored())
    const app = renderApp(path.replace(':id', server.entry?.id ?? ''), routes, someone())
    await saveButton()
    expect(notSaid(inForm(), written())).toEqual([])
    await press(app)
    await saved()
    expect(lostIn(app.api.callsOf(update)[0]?.body as object, values())).toEqual([])
  })
})

test('a draft comes back after a reload, waits without a network, and is sent', async () => {
  const journal = journalServer(stored())
  const person = someone()
  const typed = { ...values('second'), entryDate: day }
  draftOf(person.id, 'journal', day, 'a window').write(typed, journal.server.entry?.updatedAt)
  const app = openToday(journal, person)
  await saveButton()
  expect(notSaid(inForm(), written('second'))).toEqual([])
  app.goOffline()
  await press(app)
  await waits()
  expect(lostIn((await waitingSaves())[0]?.values ?? {}, typed)).toEqual([])
  app.unmount()
  const again = openToday(journal, person)
  await waits()
  expect(notSaid(inForm(), written('second'))).toEqual([])
  again.comeBack()
  await saved()
  expect(lostIn(journal.server.entry ?? {}, typed)).toEqual([])
})

test('a conflict shows both versions, and both are kept', async () => {
  const { server, routes } = journalServer(stored())
  const person = someone()
  draftOf(person.id, 'journal', day, 'a window').write(
    { ...values('second'), entryDate: day },
    'an older one',
  )
  const app = renderApp('/journal/new', routes, person)
  await screen.findByRole('button', { name: 'Keep both' })
  expect(notSaid(document.querySelector('dl')?.textContent ?? '', written())).toEqual([])
  await app.actor.click(screen.getByRole('button', { name: 'Keep both' }))
  await press(app)
  await saved()
  const kept = Object.fromEntries(texts.map((name) => [name, String(Object(server.entry)[name])]))
  for (const version of ['first', 'second'])
    expect(texts.filter((name) => !kept[name]?.includes(written(version)[name] ?? ''))).toEqual([])
})

test('an entry is listed with all of its words', async () => {
  renderApp('/journal', { 'GET /api/journal-entries': [stored()] })
  await screen.findByText('February 29, 2024')
  expect(notSaid(document.querySelector('main')?.textContent ?? '', written())).toEqual([])
})

describe('what Lisa writes by voice', () => {
  const tool = 'create_journal_entry'

  test('fills an entry in, and erases nothing of it', async () => {
    const entry = stored()
    const { run, api } = setUpVoiceTools({
      'POST /api/journal-entries': answer(409, {
        message: 'An entry for this date already exists',
        id: entry.id,
      }),
      'GET /api/journal-entries/:id': entry,
      [update]: entry,
    })
    await run(tool, { entryDate: day, [texts[0] ?? '']: 'more' })
    const { [texts[0] ?? '']: _, ...others } = written()
    expect(lostIn(api.callsOf(update)[0]?.body as object, others)).toEqual([])
  })

  test('has a parameter for each field', () => {
    const { properties } = setUpVoiceTools({}).toolOf(tool).parameters
    expect(entryFields.names.filter((name) => !(name in properties))).toEqual([])
  })

  test('reaches the server', async () => {
    const create = 'POST /api/journal-entries'
    const { run, api } = setUpVoiceTools({ [create]: stored() })
    await run(tool, { ...values(), entryDate: day })
    expect(lostIn(api.callsOf(create)[0]?.body as object, { ...values(), entryDate: day })).toEqual([])
  })
})
