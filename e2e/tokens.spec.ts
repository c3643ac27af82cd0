import { expect, test } from '@playwright/test'
import { expectNoViolations } from './axe'
import { signInAt } from './people'

test('a program with a token of its own proposes a goal, which is saved by a press and refused after the token is withdrawn', async ({
  page,
  playwright,
}) => {
  await signInAt(page, '/settings')
  const card = page.getByRole('region', { name: 'API Access' })
  await card.getByRole('button', { name: 'New token' }).click()
  await card.getByRole('textbox', { name: 'Name' }).fill('Reading list')
  await card.getByLabel('Propose entries and goals, which wait for your yes').check()
  await card.getByRole('button', { name: 'Make token' }).click()
  const token = await card.getByRole('textbox', { name: /token/i }).inputValue()
  expect(token).toMatch(/^lisa_pat_[\w-]{43}$/)
  await expectNoViolations(page)
  await card.getByRole('button', { name: 'Done' }).click()
  await expect(card.getByText('Never used')).toBeVisible()

  const program = await playwright.request.newContext({
    baseURL: new URL(page.url()).origin,
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  })
  const propose = () =>
    program.post('/api/jwt/proposals', {
      data: {
        kind: 'goal',
        payload: { title: 'Read two books', timeline: 'monthly' },
        reason: 'You own ten',
      },
    })
  expect((await program.get('/api/jwt/goals')).status()).toBe(403)
  expect((await propose()).status()).toBe(201)

  await page.goto('/')
  const waiting = page.getByRole('region', { name: 'Waiting for your yes (1)' })
  await expect(waiting).toContainText('Read two books')
  await expect(waiting).toContainText('Reading list')
  await expect(waiting).toContainText('You own ten')
  await expectNoViolations(page)
  await waiting.getByRole('button', { name: 'Save' }).click()
  await expect(waiting).toBeHidden()
  await page.goto('/goals')
  await expect(page.getByRole('heading', { name: 'Read two books' })).toBeVisible()

  await page.goto('/settings')
  page.once('dialog', (dialog) => void dialog.accept())
  await card.getByRole('button', { name: 'Withdraw' }).first().click()
  await expect(card.getByText('Reading list')).toBeHidden()
  expect((await propose()).status()).toBe(401)
  await program.dispose()
})
