import { existsSync, readFileSync } from 'node:fs'
import request from 'supertest'
import { expect, test } from 'vitest'
import { colors } from '@shared/colors'
import { createTestApp } from '../test/test-app'
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

test('the first link of a page leads to its content', () => {
  const { html } = htmlPage({ title: 'Sign in', body: '<h1>Sign in</h1>' })
  const [, href = '', words] = /<body>\s*<a [^>]*href="#(.+)">(.+)<\/a>/.exec(html) ?? []
  expect(words).toBe('Skip to content')
  expect(html).toMatch(new RegExp(`<main id="${href}" tabindex="-1">\\s*<h1>Sign in</h1>`))
})

test.each([
  ['lisa.appearance=dark', 'data-appearance="dark" lang="en"'],
  ['other=1; lisa.appearance=light; lisa.sid=2', 'data-appearance="light" lang="en"'],
  ['lisa.appearance=darker', 'lang="en"'],
  ['not-lisa.appearance=dark', 'lang="en"'],
])('with the cookie %s a page is <html %s>', async (cookie, attributes) => {
  const { app } = await createTestApp()
  const noLink = await request(app).get('/api/reminders/unsubscribe').set('Cookie', cookie).expect(400)
  const noClient = await request(app).get('/api/oauth/authorize').set('Cookie', cookie).expect(400)
  for (const { text } of [noLink, noClient]) expect(text).toContain(`<html ${attributes}>`)
})
