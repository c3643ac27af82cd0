import { expect, test } from '@playwright/test'
import { screens } from '../shared/screens'
import { untilRemembered } from './desk'
import { signIn } from './people'

/** Asked for later: by code that loads later, or by what is below the first view. */
const lateOn: Record<string, RegExp> = {
  '/voice': /talks$/,
  '/settings': /(sessions|events|tokens|calendar|ai-settings|deleted)$/,
}

for (const { path, reads } of screens.filter(({ path }) => !path.includes(':'))) {
  test(`what ${path} asks for at once is announced with the page, and asked for once`, async ({ page }) => {
    await signIn(page)
    // Home asks for no more.
    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname + search)
    })
    const response = await page.goto(path)
    const link = response?.headers().link ?? ''
    const announced = [...link.matchAll(/<([^>]+)>; rel=preload; as=fetch/g)].map(([, url]) => url)
    // What starts later makes no request that was made before.
    await untilRemembered(page)
    await page.waitForLoadState('networkidle')
    expect(announced).toEqual(['/api/auth/user', ...(reads ?? [])])
    // What depends on the browser's clock cannot be announced: the day on Home, the days of goals, the week on Progress, today's
    // entry. Home asks what waits for a yes once the day is drawn.
    const atOnce = asked.filter(
      (url) =>
        !/^\/api\/((today|goals\/activity|analytics\/(days|streak|weekly-count))\?|journal-entries\/by-date|proposals$)/.test(
          url,
        ) && !lateOn[path]?.test(url),
    )
    expect(atOnce.sort()).toEqual(announced.sort())
    expect(new Set(asked).size).toBe(asked.length)
  })
}

test('without a session nothing is asked, and nothing is logged as an error', async ({ page }) => {
  const asked: string[] = []
  const errors: string[] = []
  page.on(
    'request',
    (request) => new URL(request.url()).pathname.startsWith('/api/') && asked.push(request.url()),
  )
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  await page.goto('/goals')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([asked, errors]).toEqual([[], []])
})

test('with a cookie whose session has ended there is the landing page, and nothing else', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'lisa.sid', value: 's%3Aended.signature', url: baseURL }])
  const response = await page.goto('/')
  // The page of somebody who is signed in.
  expect(response?.headers().link).toContain('/api/auth/user')
  await expect(page.getByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  await page.goto('/goals')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
})
