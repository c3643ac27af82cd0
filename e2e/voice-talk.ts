import type { Page } from '@playwright/test'
import { provideVoice } from './voice-provider'
import { connected, openVoice, round } from './voice-screen'

type Options = Parameters<typeof provideVoice>[1]

export const notice = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

/** Begins a talk with a provider that says nothing by itself. */
export async function beginTalk(page: Page, options?: Options) {
  const provider = await provideVoice(page, options)
  await round(page, 'Tap to start talking').click()
  const session = await provider.session
  await connected(page)
  await session.waitForRequest()
  return { ...provider, session }
}

export async function openTalk(page: Page, options?: Options) {
  await openVoice(page)
  return beginTalk(page, options)
}
