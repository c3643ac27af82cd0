import { expect, type Page } from '@playwright/test'
import { cut, type Cut } from './cuts'
import { fillInSignIn, signIn, somebody } from './people'

/** The same with several windows or users, with a session that expires, and with goals. */
export const cutsOfMany: Cut[] = [
  [
    'in two windows, of which one is closed',
    async (desk) => {
      await desk.open()
      const other = await desk.context.newPage()
      await other.goto('/goals')
      cut(desk)
      await desk.write('oak')
      await desk.page.close()
      desk.page = other
    },
  ],
  [
    'in two windows that both have it',
    async (desk) => {
      await desk.writeCutOff()
      const other = await desk.context.newPage()
      await other.goto('/')
      await desk.waits(other)
      await desk.comeBack()
      await desk.expectEachOnce()
      await expect(other.getByText('Waiting to send')).toHaveCount(0)
      expect(desk.writes).toBe(1)
    },
  ],
  [
    'in two windows that write the same day',
    async (desk) => {
      const other = await desk.context.newPage()
      await desk.open()
      await desk.open('/journal/new', other)
      cut(desk)
      await desk.write('oak')
      await desk.write('elm', other)
      await desk.comeBack()
      const isAsked = (page: Page) => page.getByRole('button', { name: 'Keep both' }).isVisible()
      await expect.poll(async () => (await isAsked(desk.page)) || (await isAsked(other))).toBe(true)
      await desk.keepBoth((await isAsked(other)) ? other : desk.page)
    },
  ],
  [
    'and the session has expired when it is back',
    async (desk, ana) => {
      await desk.writeCutOff()
      await desk.context.clearCookies()
      await desk.comeBack()
      await fillInSignIn(desk.page, ana)
    },
  ],
  [
    'and somebody else signs in before',
    async (desk, ana) => {
      await desk.writeCutOff()
      await desk.context.clearCookies()
      await desk.comeBack()
      await fillInSignIn(desk.page, somebody('Ben'))
      await expect(desk.page.getByLabel('What are your wins today?')).toHaveValue('')
      await expect(desk.page.getByText('Waiting to send')).toHaveCount(0)
      const entries = await desk.context.request.get('/api/journal-entries')
      expect(await entries.json()).toEqual([])
      await desk.context.clearCookies()
      await signIn(desk.page, ana)
    },
  ],
  [
    'while a goal is created, and the window is closed',
    async (desk) => {
      await desk.writeCutOff('/goals/new')
      await desk.closeWindow()
      await desk.page.goto('/goals')
      await desk.waits()
    },
  ],
  [
    'after the server has created a goal, and the window crashes',
    async (desk) => {
      await desk.open('/goals/new')
      desk.network = 'lost'
      await desk.write('oak')
      await desk.crashWindow()
      await desk.comeBack()
      await desk.page.goto('/goals')
    },
    '@chromium',
  ],
  [
    'while a goal is changed, and the answer is lost, and it is changed again',
    async (desk) => {
      const { id } = await desk.elsewhere('post', 'goals', { title: 'yew', timeline: 'monthly' })
      desk.words.push('yew')
      await desk.open(`/goals/edit/${id}`)
      desk.network = 'lost'
      await desk.write('oak')
      await desk.write('elm')
    },
    '@chromium',
  ],
  [
    'while an entry and two goals are written',
    async (desk) => {
      await desk.page.goto('/')
      cut(desk)
      for (const [path, word] of [
        ['/journal/new', 'oak'],
        ['/goals/new', 'elm'],
        ['/goals/new', 'ash'],
      ] as const) {
        await desk.open(path)
        await desk.write(word)
      }
      await desk.comeBack()
      await desk.expectEachOnce()
      expect(desk.writes).toBe(3)
    },
  ],
]
