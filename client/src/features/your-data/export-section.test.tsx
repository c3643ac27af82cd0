import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { pageUser } from '@/lib/api/page-user'
import { answer, offline } from '@/test/fake-api'
import { openSettings } from '@/test/settings'

const route = 'GET /api/export'
const button = (name: string) => screen.findByRole('button', { name })
const zipEnd = new Uint8Array(22)
zipEnd.set([0x50, 0x4b, 5, 6])

/** A ZIP file that comes in two parts; the test lets the second one come. */
function slowZip(end: Uint8Array | Error = zipEnd) {
  let finish = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(1_500_000))
      finish = () => {
        if (end instanceof Error) return controller.error(end)
        controller.enqueue(end)
        controller.close()
      }
    },
  })
  const headers = { 'Content-Disposition': 'attachment; filename="lisa-2026-11-22.zip"' }
  return { response: new Response(body, { headers }), finish: () => finish() }
}

const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})

test('everything is loaded with a line that says how much, then is among the downloads', async () => {
  const { response, finish } = slowZip()
  const { actor, api } = openSettings({}, { [route]: response })
  await actor.click(await button('Export everything'))
  expect(await screen.findByText('1.5 MB')).toBeVisible()
  expect(await button('Export everything')).toHaveAttribute('aria-busy', 'true')
  expect(await button('For Day One')).toBeDisabled()
  expect(saved).toEqual([])
  finish()
  expect(
    await screen.findByText("lisa-2026-11-22.zip (1.5 MB) is in your browser's downloads."),
  ).toBeVisible()
  expect(saved).toEqual(['lisa-2026-11-22.zip'])
  expect(api.callsOf(route).map(({ query }) => query)).toEqual([{ format: 'lisa' }])
  expect(await button('Export everything')).toHaveFocus()
})

test.each([
  ['For Day One', { format: 'dayone' }],
  ['With earlier versions', { format: 'lisa', versions: 'true' }],
])('%s is another export', async (name, query) => {
  const { response, finish } = slowZip()
  const { actor, api } = openSettings({}, { [route]: response })
  await actor.click(await button(name))
  finish()
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(api.callsOf(route)[0]?.query).toEqual(query)
})

test.each([
  ['breaks off', new Error('network error')],
  ['ends as if it were whole', new Uint8Array(30)],
])('an answer that %s is not saved', async (_, end) => {
  const { response, finish } = slowZip(end)
  const { actor } = openSettings({}, { [route]: response })
  await actor.click(await button('Export everything'))
  finish()
  expect(await screen.findByText(/broke off before all of it was here, so nothing was saved/)).toBeVisible()
  expect(saved).toEqual([])
})

test.each([
  [429, { message: 'You can export 5 times an hour.' }, 'You can export 5 times an hour.'],
  [503, { message: 'Too many exports are being made.' }, 'Too many exports are being made.'],
  [500, {}, 'Something went wrong on our side. Please try again in a moment.'],
])('a refusal with %i is told in a sentence', async (status, body, sentence) => {
  const { actor } = openSettings({}, { [route]: answer(status, body) })
  await actor.click(await button('Export everything'))
  expect(await screen.findByRole('alert')).toHaveTextContent("The export didn't work")
  expect(screen.getByText(sentence)).toBeVisible()
})

test('when the sign-in is too long ago, it says so and leads to another one and back', async () => {
  const { actor } = openSettings(
    {},
    { [route]: answer(403, { message: 'Please sign in again.', signInAgain: true }) },
  )
  await actor.click(await button('Export everything'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Please sign in again first')
  expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=/settings&prompt=login',
  )
})

test('without a connection it says so', async () => {
  const { actor } = openSettings({}, { [route]: offline })
  await actor.click(await button('Export everything'))
  expect(await screen.findByText("We can't reach Lisa. Check your connection and try again.")).toBeVisible()
})

test('it can be cancelled', async () => {
  const { response } = slowZip()
  const { actor } = openSettings({}, { [route]: response })
  await actor.click(await button('Export everything'))
  await screen.findByText('1.5 MB')
  await actor.click(await button('Cancel'))
  expect(await button('Export everything')).toBeEnabled()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Export' })).toHaveFocus()
})

test('what comes after a sign-out in another window is not saved', async () => {
  const { response, finish } = slowZip()
  const { actor } = openSettings({}, { [route]: response })
  await actor.click(await button('Export everything'))
  await screen.findByText('1.5 MB')
  pageUser.isOver = true
  finish()
  await screen.findByText(/is in your browser's downloads/).catch(() => {})
  expect(saved).toEqual([])
})
