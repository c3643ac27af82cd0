import { expect } from '@playwright/test'
import { freePort, startApp, temporaryDataDir } from '../app'
import { somebody } from '../people'
import { test, WebKit } from './webkit'

const wins = 'What are your wins today?'

test('sign in, write today’s entry, find it, and sign out', { tag: '@journey' }, async ({ webkit }) => {
  await webkit.signIn()
  await webkit.role('link', 'Journal').click()
  await webkit.role('button', 'Write Your First Entry').click()
  await webkit.text('Very Happy').click()
  await webkit.label('Gratitude 1').fill('The first light on the roofs')
  await webkit.label(wins).fill('Wrote the first page')
  await webkit.role('button', 'Save Entry').click()
  await webkit.text('Journal entry saved successfully').visible()
  await webkit.text('The first light on the roofs').visible()
  await webkit.text('Wrote the first page').visible()
  expect(await webkit.api('GET', 'journal-entries')).toMatchObject([
    { mood: 'very-happy', gratitude1: 'The first light on the roofs', wins: 'Wrote the first page' },
  ])

  await webkit.signOut()
  await webkit.goto('/journal')
  await webkit.role('heading', '404 Page Not Found').visible()
})

test('what is typed is kept as a draft until it is saved', async ({ webkit }) => {
  await webkit.signIn()
  await webkit.goto('/journal/new')
  await webkit.label(wins).fill('Half a thought')
  await webkit.reload()
  await webkit.text('We kept your draft').visible()
  expect(await webkit.label(wins).attribute('value')).toBe('Half a thought')
  await webkit.role('button', 'Save Entry').click()
  await webkit.text('Journal entry saved successfully').visible()
  await webkit.goto('/journal/new')
  await webkit.role('button', 'Update Entry').visible()
  await webkit.text('We kept your draft').gone()
})

test('what is saved while Lisa is away arrives once, and is read until then, in a page from the service worker', async ({
  webKitDriver,
}) => {
  const data = await temporaryDataDir()
  const port = await freePort()
  let app = await startApp(data.folder, port)
  const webkit = await WebKit.open(webKitDriver, app.url)
  try {
    await webkit.signIn()
    await webkit.goto('/journal/new')
    await webkit.label(wins).visible()
    await webkit.installed()
    await app.signal('SIGTERM')
    await webkit.label(wins).fill('Written in a tunnel')
    await webkit.role('button', 'Save Entry').click()
    await webkit.text('Waiting to send').visible()
    await webkit.goto('/journal')
    await webkit.text('Written in a tunnel').visible()

    app = await startApp(data.folder, port)
    await webkit.text('Waiting to send').gone()
    await webkit.role('button', 'Delete').visible()
    expect(await webkit.api('GET', 'journal-entries')).toMatchObject([{ wins: 'Written in a tunnel' }])
  } finally {
    await webkit.close()
    await app.signal('SIGTERM')
    await data.remove()
  }
})

test('words are found as they are typed', async ({ webkit }) => {
  await webkit.signIn()
  const climbed = { entryDate: '2023-03-05', dailyEvents: 'We climbed the lighthouse. Tea in the Café.' }
  for (const entry of [climbed, { entryDate: '2023-03-04', dailyEvents: 'Rain.' }])
    await webkit.api('POST', 'journal-entries', entry)
  await webkit.goto('/journal')
  await webkit.text('Rain.').visible()
  await webkit.role('searchbox', 'Search your journal').fill('cafe light')
  await webkit.text('1 entry found').visible()
  await webkit.role('region', 'March 5, 2023').visible()
  await webkit.role('region', 'March 4, 2023').gone()
})

test('a goal is set, changed, achieved and deleted', async ({ webkit }) => {
  const goals = () => webkit.api('GET', 'goals')
  await webkit.signIn()
  await webkit.goto('/goals')
  await webkit.role('button', 'Add Goal').click()
  await webkit.text('Annual').click()
  await webkit.label('Goal Title').fill('Run a marathon')
  await webkit.role('button', 'Create Goal').click()
  await webkit.text('Goal created successfully').visible()
  expect(await goals()).toMatchObject([{ timeline: 'annual', title: 'Run a marathon' }])

  await webkit.role('button', 'Edit Run a marathon').click()
  await webkit.label('Goal Title').fill('Run ten kilometres')
  await webkit.role('button', 'Save Changes').click()
  await webkit.text('Goal updated successfully').visible()

  await webkit.role('checkbox', 'Mark as achieved: Run ten kilometres').click()
  await webkit.role('button', 'Achieved (1)').click()
  await webkit.role('checkbox', 'Run ten kilometres').visible()
  await webkit.role('button', 'Delete Run ten kilometres').click()
  await webkit.driver.switchTo().alert().accept()
  await webkit.text('Goal deleted successfully').visible()
  expect(await goals()).toEqual([])
})

test('settings are saved and come back', async ({ webkit }) => {
  await webkit.signIn()
  await webkit.goto('/settings')
  await webkit.role('switch', 'Enable daily reminders').click()
  await webkit.role('button', 'Save').click()
  await webkit.text('Your reminder preferences have been updated').visible()
  await webkit.reload()
  expect(await webkit.role('switch', 'Enable daily reminders').attribute('aria-checked')).toBe('false')
  expect(await webkit.api('GET', 'reminder-settings')).toMatchObject({ dailyReminderEnabled: false })
})

test('signing out in one window empties the other, and leaves no draft', async ({ webkit }) => {
  await webkit.signIn()
  await webkit.goto('/journal/new')
  await webkit.label(wins).fill('Words of Ana')
  const first = await webkit.driver.getWindowHandle()
  await webkit.driver.switchTo().newWindow('window')
  await webkit.goto('/')
  await webkit.signOut()
  await webkit.driver.switchTo().window(first)
  await webkit.isSignedOut()
  await webkit.signIn(somebody('Ben'))
  await webkit.goto('/journal/new')
  expect(await webkit.label(wins).attribute('value')).toBe('')
})

test('after a sign-out the Back button shows nothing of the journal', async ({ webkit }) => {
  await webkit.signIn()
  await webkit.api('POST', 'journal-entries', { entryDate: '2026-11-20', wins: 'Words of Ana' })
  await webkit.goto('/journal')
  await webkit.text('Words of Ana').visible()
  await webkit.driver.executeScript("location.assign('/api/logout')")
  await webkit.isSignedOut()
  await webkit.goBack()
  await webkit.isSignedOut()
  await webkit.text('Words of Ana').gone()
})

test('the voice page says that a browser without WebRTC cannot call', async ({ webkit }) => {
  await webkit.signIn()
  await webkit.goto('/voice')
  await webkit.role('button', 'Tap to start talking').click()
  await webkit.text("This browser can't call Lisa. Try Firefox, Chrome or Safari.").visible()
})
