import { renderHook, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer } from '@/test/fake-api'
import { renderApp } from '@/test/render-app'
import { useLateRules } from './late-rules'

vi.mock('@/lib/saving/record-rules', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('without the code of its rules a form saves what was typed, and the server checks it', async () => {
  const errors = [{ path: 'title', message: 'Title is required' }]
  const { actor, api } = renderApp('/goals/new', {
    'GET /api/goals': [],
    'POST /api/goals': ({ body }: { body: unknown }) =>
      (body as { title: string }).title
        ? answer(201, body)
        : answer(400, { message: 'Title is required', errors }),
  })
  const title = await screen.findByLabelText('Goal Title')
  const create = () => actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  await actor.type(title, '  ')
  await create()
  expect(await screen.findByText('Title is required')).toBeVisible()
  await actor.type(title, 'Run')
  await create()
  expect(await screen.findByText('Goal created successfully')).toBeVisible()
  expect(api.callsOf('POST /api/goals').map(({ body }) => body)).toMatchObject([
    { title: '' },
    { title: 'Run', timeline: 'monthly' },
  ])
})

test('nor does it wait for code that does not arrive', async () => {
  const hang = () => new Promise<never>(() => {})
  const { result } = renderHook(() => useLateRules(hang))
  vi.useFakeTimers()
  const checked = result.current({ title: 'Run' }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await checked).toEqual({ values: { title: 'Run' }, errors: {} })
  vi.useRealTimers()
})
