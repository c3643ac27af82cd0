import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonItems } from './json-items'

/** In pieces of `size` bytes. */
async function itemsOf(text: string, paths: string[], size = 64 * 1024) {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  const items: { path: string; value: unknown }[] = []
  for await (const item of jsonItems(Readable.from(pieces), paths)) items.push(item)
  return items
}

test('gives what stands at each path, in the order of the file, and reads over the rest', async () => {
  const file = {
    version: 1,
    books: [{ name: 'a', entries: [{ text: 'x, ] }' }, 'é語😀'] }, { entries: [] }, { entries: [null] }],
    entries: { text: 'of another shape' },
  }
  expect(await itemsOf(JSON.stringify(file), ['version', 'books.*.entries.*'], 3)).toEqual([
    { path: 'version', value: 1 },
    { path: 'books.*.entries.*', value: { text: 'x, ] }' } },
    { path: 'books.*.entries.*', value: 'é語😀' },
    { path: 'books.*.entries.*', value: null },
  ])
  expect(await itemsOf(`\ufeff${JSON.stringify(file)}\n`, [''])).toEqual([{ path: '', value: file }])
  expect(await itemsOf('[1,[2]]', ['*'])).toEqual([
    { path: '*', value: 1 },
    { path: '*', value: [2] },
  ])
})

test('reads every value as JSON.parse does, however it comes in pieces', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.jsonValue()),
    fc.integer({ min: 1, max: 9 }),
    async (values, size) => {
      const items = await itemsOf(JSON.stringify({ entries: values }), ['entries.*'], size)
      expect(items.map(({ value }) => value)).toEqual(JSON.parse(JSON.stringify(values)))
    },
  )
  await fc.assert(property, { seed: 2026, numRuns: 200 })
})

test.each([
  '',
  '{',
  '{"entries":[1,',
  '{"entries":[1 2]}',
  '{"entries":[1]}}',
  '{"entries":["a\u0000"]}',
  'no',
])('refuses %j', async (text) => {
  await expect(itemsOf(text, ['entries.*'])).rejects.toMatchObject({ status: 400 })
})

test('refuses what would fill the memory, and reads over it where it is not asked for', async () => {
  const many = JSON.stringify(Array.from({ length: 600_000 }, () => []))
  const file = `{"skipped":${many},"entries":[${many}]}`
  expect(await itemsOf(file, ['version'])).toEqual([])
  await expect(itemsOf(file, ['entries.*'])).rejects.toMatchObject({ status: 400 })
  const long = `{"skipped":"${'x'.repeat(17 * 1024 * 1024)}","entries":[]}`
  await expect(itemsOf(long, ['entries.*'])).rejects.toMatchObject({ status: 400 })
  const deep = `{"entries":[${'['.repeat(70)}${']'.repeat(70)}]}`
  await expect(itemsOf(deep, ['entries.*'])).rejects.toMatchObject({
    message: 'The file is nested too deep to be read.',
  })
})
