import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { MicIcon, PenLineIcon, type LucideIcon } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { findBrowser } from './find-browsers.mjs'

/**
 * `npm run icons` draws the icons of the installed app (client/web-manifest.ts) from client/public/favicon.svg. In maskable
 * icons, which the system crops to its own shape, the colour fills the icon and the logo stays in the safe zone.
 */
const publicFolder = path.join(import.meta.dirname, '../client/public')
const mark = await readFile(path.join(publicFolder, 'favicon.svg'), 'utf8')
const [, green = ''] = /<rect[^>]*fill="([^"]+)"/.exec(mark) ?? []
const [, white = ''] = /fill="([^"]+)"\/>\s*<\/svg>/.exec(mark) ?? []
const drawing = (icon: LucideIcon) => renderToStaticMarkup(createElement(icon, { color: white }))

const icons = [
  { name: 'lisa-192', size: 192, picture: mark, share: 1, background: 'transparent' },
  { name: 'lisa-512', size: 512, picture: mark, share: 1, background: 'transparent' },
  { name: 'lisa-maskable-512', size: 512, picture: mark, share: 0.8, background: green },
  { name: 'lisa-apple-180', size: 180, picture: mark, share: 0.92, background: green },
  // Android shows only which parts of it are transparent.
  {
    name: 'badge-96',
    size: 96,
    picture: mark.replace(/<rect[^>]*>/, ''),
    share: 1,
    background: 'transparent',
  },
  { name: 'write-96', size: 96, picture: drawing(PenLineIcon), share: 0.5, background: green },
  { name: 'talk-96', size: 96, picture: drawing(MicIcon), share: 0.5, background: green },
]

await mkdir(path.join(publicFolder, 'icons'), { recursive: true })
const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] })
const page = await browser.newPage()
for (const { name, size, picture, share, background } of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>
    body { display: grid; place-items: center; height: 100vh; margin: 0; background: ${background} }
    svg { width: ${100 * share}vw; height: ${100 * share}vh }
  </style>${picture}`)
  await page.screenshot({ path: path.join(publicFolder, `icons/${name}.png`), omitBackground: true })
}
await browser.close()
