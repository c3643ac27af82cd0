import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export type Person = { email: string; firstName: string; lastName: string }

export const somebody = (firstName = 'Ana', lastName = 'Silva'): Person => ({
  email: `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@example.org`,
  firstName,
  lastName,
})

/** Fills in the sign-in page of the development identity provider, wherever the browser has been sent to it from. */
export async function fillInSignIn(page: Page, person: Person) {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in over HTTP, which is faster than with the form (fillInSignIn), and opens `path`. */
export async function signInAt(page: Page, path: string, person: Person = somebody()): Promise<Person> {
  const form = await page.request.get('/api/login')
  await page.request.post(form.url(), { form: person })
  await page.goto(path)
  return person
}

export async function signIn(page: Page, person: Person = somebody()): Promise<Person> {
  await signInAt(page, '/', person)
  await expect(page.getByText(`, ${person.firstName}`)).toBeVisible()
  return person
}
