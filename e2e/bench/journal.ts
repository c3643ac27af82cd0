import { chromium, type CDPSession, type Page } from '@playwright/test'
import { temporaryDataDir } from '../app'
import { findBrowser } from '../find-browsers.mjs'
import { startBuiltApp } from './programs'
import { cookieOf, createFixture } from './fixture'

/** Scrolls a journal of ten years to its end on a processor four times slower: no long task, and memory is bounded. */
const longestTaskMs = 200
const maxGrowth = 3

const data = await temporaryDataDir()
const fixture = await createFixture(data.folder, [3_650, 90])
const app = await startBuiltApp(fixture.url)
const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] })

async function open(person: number): Promise<[Page, CDPSession]> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const [name = '', value = ''] = cookieOf(person).split('=')
  await page.context().addCookies([{ name, value, url: app.url }])
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // What compiles this file names functions by a helper that the browser does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration))).observe({
      type: 'longtask',
    })
  })
  await page.goto(`${app.url}/journal`)
  await page.getByRole('time').first().waitFor()
  return [page, cdp]
}

/** A page and a half at a time, as fast as frames come, until nothing older is left. */
async function scrollToEnd(page: Page): Promise<{ longest: number; steps: number }> {
  // What it took to open the screen is Lighthouse's to judge.
  return page.evaluate(async () => {
    const { tasks } = window as unknown as { tasks: number[] }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    tasks.length = 0
    const atEnd = () => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
    const isMore = () =>
      [...document.querySelectorAll('main button')].some((b) => /older/.test(b.textContent ?? ''))
    let steps = 0
    for (; !atEnd() || isMore(); steps++) {
      window.scrollBy(0, 1_300)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return { longest: Math.max(0, ...tasks), steps }
  })
}

async function memory(cdp: CDPSession) {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heap: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes') }
}

try {
  const results = []
  for (const [entries, person] of [
    [90, 2],
    [3_650, 1],
  ] as const) {
    const [page, cdp] = await open(person)
    const { longest, steps } = await scrollToEnd(page)
    const { heap, nodes } = await memory(cdp)
    results.push({ longest, heap, nodes })
    console.log(
      `${entries} entries: longest task ${longest.toFixed(0)} ms in ${steps} steps, heap ${heap.toFixed(1)} MB, ${nodes} nodes`,
    )
    await page.close()
  }
  const [short, long] = results
  if (
    !short ||
    !long ||
    long.longest > longestTaskMs ||
    long.heap / short.heap > maxGrowth ||
    long.nodes / short.nodes > maxGrowth
  )
    process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
  await fixture.stop()
  await data.remove()
}
