import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '@shared/schema'
import { root } from './root'

const folders = ['.ci', '.github', 'client', 'docs', 'e2e', 'migrations', 'server', 'shared']
const files = [
  ...readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  ),
]
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const documents = files.filter((file) => /^(docs\/.*|README|\.github\/.*)\.?md$/.test(file))

const isPath = (code: string) =>
  /^[\w./*@-]+\.(tsx?|mjs|css|sql|md|sh|ya?ml|html)$/.test(code) ||
  (folders.includes(code.split('/')[0] ?? '') && /^[\w./*-]+\/[\w./*-]*$/.test(code))

/** The files that a document means: a path from the project's folder (with `*`), a folder, or a file name alone. */
function filesNamed(name: string): string[] {
  const literal = name.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  const found = files.filter((file) => new RegExp(`^${literal}(/|$)`).test(file))
  return name.includes('/') || found.length
    ? found
    : files.filter((file) => new RegExp(`(^|/)${literal}$`).test(file))
}

function problemOf(name: string): string | undefined {
  const found = filesNamed(name)
  if (!found.length) return 'does not exist'
  const isAlone = !name.includes('/') && !name.includes('*')
  return isAlone && found.length > 1 ? `could be ${found.join(' or ')}` : undefined
}

const isTest = (name: string) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('*')

const titlesIn = (source: string) =>
  [
    ...source.matchAll(
      /(?:\b(?:test|describe)(?:\.\w+)*|[)`])\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`([^`]*)`)/g,
    ),
  ].map(([, single, double, template]) => (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'))

const withoutCode = (document: string) =>
  read(document).replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, ''))

const lines = documents.flatMap((document) =>
  withoutCode(document)
    .split('\n')
    .map((text, index) => ({ text, document, at: `${document}:${index + 1}` })),
)

/** What GitHub makes of the headings. */
const anchorsOf = (document: string) =>
  [...withoutCode(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

const expectNone = (problems: string[]) => expect(problems, `\n${problems.join('\n')}\n`).toEqual([])

test('every file that the documents name exists, and one named alone is the only one of its name', () => {
  expectNone(
    lines.flatMap(({ text, at }) =>
      [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => {
        const problem = isPath(code) && problemOf(code)
        return problem ? [`${at} ${code} ${problem}`] : []
      }),
    ),
  )
})

test('every link and picture of the documents leads to a file', () => {
  expectNone(
    lines.flatMap(({ text, document, at }) =>
      [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)|<img src="([^":]+)"/g)].flatMap(([, link, picture]) => {
        const target = link ?? picture ?? ''
        return existsSync(path.join(root, path.dirname(document), target)) ? [] : [`${at} ${target}`]
      }),
    ),
  )
})

test('every link to a heading leads to one', () => {
  expectNone(
    lines.flatMap(({ text, document, at }) =>
      [...text.matchAll(/\]\(([^)#:]*)#([^)]*)\)/g)].flatMap(([, link, anchor = '']) => {
        const target = link ? path.join(path.dirname(document), link) : document
        return anchorsOf(target).includes(anchor) ? [] : [`${at} ${target}#${anchor}`]
      }),
    ),
  )
})

test('every test that the documents quote is in the file that they name before it', () => {
  expectNone(
    lines.flatMap(({ text, at }) =>
      text.split(' | ').flatMap((cell) => {
        let file = ''
        let titles: string[] = []
        return [...cell.matchAll(/`([^`]+)`|"([^"]+)"/g)].flatMap(([, code, quotation = '']) => {
          if (code !== undefined) {
            file = isTest(code) ? code : ''
            titles = file ? filesNamed(file).flatMap((found) => titlesIn(read(found))) : []
            return []
          }
          const title = quotation.replace(/\\([_*])/g, '$1')
          return !file || titles.some((known) => known.includes(title)) ? [] : [`${at} ${file} "${title}"`]
        })
      }),
    ),
  )
})

test('docs/privacy.md names every table, and says how long what is in it is kept', () => {
  const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [getTableName(value)] : []))
  const rows =
    read('docs/privacy.md')
      .match(/^\|.*\|.*\|.*\|$/gm)
      ?.join() ?? ''
  expect(tables.length).toBeGreaterThan(15)
  expectNone(tables.filter((table) => !rows.includes(`\`${table}\``)))
})
