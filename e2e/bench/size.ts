import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { landing, notFound, screens, type ScreenPath } from '@shared/screens'
import { build, type Manifest } from 'vite'
import { chunksOf } from '../../server/html/preload-links'
import { root } from '../../server/root'

/**
 * What the browser loads before it can show each route, in brotli bytes of JavaScript, as a ratio to the libraries that
 * no screen can do without, built in the same run. A route over its budget fails the check. Code that a screen always shows
 * belongs to it: to load it afterwards makes these figures smaller and the screen slower (docs/decisions/0008-speed.md).
 */
const screenBudgets: Partial<Record<ScreenPath, number>> = {
  '/': 1.75,
  '/goals': 1.7,
  '/journal': 1.74,
  // Forms: they keep what is written, and those of entries and goals also send it later and put two versions together.
  '/settings': 2.16,
  '/goals/new': 1.87,
  '/goals/edit/:id': 1.87,
  '/journal/new': 1.9,
  '/journal/edit/:id': 1.9,
}
const budgets = [
  { route: '/ (signed out)', source: landing.source, budget: 1.26 },
  ...screens.map(({ path, source }) => ({ route: path, source, budget: screenBudgets[path] ?? 1.83 })),
  { route: '404', source: notFound.source, budget: 1.26 },
]
const sourceOf = (route: ScreenPath) => screens.find(({ path }) => path === route)?.source ?? ''
const voiceBudget = 138_500
const dangerBudget = 255_000
const picturesBudget = 25_000
const cssBudget = 8_240
const fontBudget = 32_000

const floorEntry = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Link, Route, Switch, useLocation, useParams } from 'wouter'
import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
Object.assign(window, { Link, Route, Switch, useLocation, useParams, useInfiniteQuery, useMutation, useQuery, useQueryClient })
createRoot(document.body).render(createElement(QueryClientProvider, { client: new QueryClient() }))
`

const folder = path.join(root, 'dist/client')
const manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
const chunks = (source: string) => {
  if (!manifest[source]) throw new Error(`${source} is not in the build; run npm run build`)
  return [...chunksOf(manifest, source)]
}
const brotli = async (file: string) => brotliCompressSync(await readFile(file)).length
const sum = (sizes: number[]) => sizes.reduce((a, b) => a + b, 0)
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

async function sizeOf(sources: Set<string>) {
  const files = [...sources].flatMap((source) => manifest[source]?.file ?? [])
  return sum(await Promise.all(files.map((file) => brotli(path.join(folder, file)))))
}

async function floorSize() {
  // Beneath the project, so that its libraries are found.
  const work = await mkdtemp(path.join(root, 'dist/floor-'))
  try {
    await writeFile(path.join(work, 'index.js'), floorEntry)
    await build({
      configFile: false,
      root: work,
      logLevel: 'error',
      build: {
        outDir: 'out',
        rolldownOptions: { input: path.join(work, 'index.js'), output: { entryFileNames: 'floor.js' } },
      },
    })
    return await brotli(path.join(work, 'out/floor.js'))
  } finally {
    await rm(work, { recursive: true })
  }
}

let isOver = false
function report(what: string, bytes: number, detail: string, withinBudget: boolean) {
  isOver ||= !withinBudget
  console.log(`${withinBudget ? '  ' : '! '}${what.padEnd(34)}${kB(bytes).padStart(9)}   ${detail}`)
}

const floor = await floorSize()
console.log(`  ${'react, react-dom, wouter, query'.padEnd(34)}${kB(floor).padStart(9)}   the floor\n`)

for (const { route, source, budget } of budgets) {
  const bytes = await sizeOf(new Set([...chunks('index.html'), ...chunks(source)]))
  const ratio = bytes / floor
  report(route, bytes, `${ratio.toFixed(2)} of the floor, budget ${budget}`, ratio <= budget)
}

/** What a screen loads only when it is asked for, besides what it has loaded before. */
function loadedLater(source: string) {
  const shown = new Set([...chunks('index.html'), ...chunks(source)])
  const later = (manifest[source]?.dynamicImports ?? []).flatMap(chunks)
  return new Set(later.filter((source) => !shown.has(source)))
}

const later = loadedLater(sourceOf('/voice'))
// Nearly all of it are the weights. Loaded before a talk begins, once nothing else is.
const danger = new Set(chunks('src/features/voice/voice-danger-words.ts').filter((chunk) => later.has(chunk)))
const voiceOnly = new Set([...later].filter((chunk) => !danger.has(chunk)))
const voice = await sizeOf(voiceOnly)
const sdk = new Set<string>()
for (const chunk of voiceOnly) if ((await sizeOf(new Set([chunk]))) > 50_000) sdk.add(chunk)
const elsewhere = budgets.filter(({ source }) => chunks(source).some((chunk) => sdk.has(chunk)))
report('voice, once a talk begins', voice, `budget ${kB(voiceBudget)}`, sdk.size > 0 && voice <= voiceBudget)
report(
  '  on other screens',
  elsewhere.length,
  elsewhere.map(({ route }) => route).join(', ') || 'nowhere',
  !elsewhere.length,
)

const dangerBytes = await sizeOf(danger)
report(
  'words of danger',
  dangerBytes,
  `budget ${kB(dangerBudget)}`,
  dangerBytes > 0 && dangerBytes <= dangerBudget,
)

const pictures = await sizeOf(loadedLater(sourceOf('/progress')))
report(
  'pictures of the moods',
  pictures,
  `budget ${kB(picturesBudget)}`,
  pictures > 0 && pictures <= picturesBudget,
)

const stylesheets = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
const css = sum(await Promise.all([...stylesheets].map((file) => brotli(path.join(folder, file)))))
report('all CSS', css, `budget ${kB(cssBudget)}`, css <= cssBudget)
const fonts = (await readdir(path.join(folder, 'assets'))).filter((file) => file.endsWith('.woff2'))
const fontBytes = sum(
  await Promise.all(fonts.map(async (file) => (await stat(path.join(folder, 'assets', file))).size)),
)
report('fonts', fontBytes, `budget ${kB(fontBudget)}`, fontBytes <= fontBudget)

if (isOver) {
  console.error('\nOver budget: see the lines marked with !')
  process.exitCode = 1
}
