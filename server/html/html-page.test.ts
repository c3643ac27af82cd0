import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colors } from '@shared/colors'
import { htmlPage } from './html-page'

const [, font = ''] = /url\('(\/assets\/[\w.-]+\.woff2)'\)/.exec(htmlPage({ title: '', body: '' }).html) ?? []

test('a page of the server and the app load the same font', () => {
  expect(existsSync(`client/public${font}`)).toBe(true)
  for (const file of ['client/src/styles.css', 'client/index.html'])
    expect(readFileSync(file, 'utf8')).toContain(font)
})

test('a page has the tokens of both themes, and may load the font and nothing else', () => {
  const { html, headers } = htmlPage({ title: 'Sign in', body: '' })
  for (const { accent } of [colors.light, colors.dark]) expect(html).toContain(`--accent: ${accent};`)
  expect(headers['Content-Security-Policy']).toMatch(/^default-src 'none'; .*font-src 'self'; form-action/)
})
