import { lazy, useState, type ComponentType } from 'react'

export type LazyScreen = { Page: ComponentType; prefetch: () => Promise<unknown> }

/** A screen in a chunk of its own. One that has been fetched ahead appears at once, without a flash of the spinner. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let fetched: ComponentType | undefined
  const prefetch = async () => (fetched = await load())
  const Later = lazy(async () => ({ default: await prefetch() }))

  function Page() {
    const [Screen] = useState(() => fetched ?? Later)
    return <Screen />
  }

  return { Page, prefetch }
}
