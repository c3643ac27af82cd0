import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root'

// The linter refuses cycles of static imports; this also follows `import()`.

const imported = /\bfrom\s'([^']+)'|^import\s'([^']+)'|\bimport\('([^']+)'\)/gm
const aliases: [alias: string, folder: string][] = [
  ['@/', 'client/src/'],
  ['@shared/', 'shared/'],
]
const files = ['client/src', 'server', 'shared'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
)

function resolved(name: string, from: string): string[] {
  const [alias, folder = ''] = aliases.find(([alias]) => name.startsWith(alias)) ?? []
  if (!alias && !name.startsWith('.')) return []
  const base = alias ? folder + name.slice(alias.length) : path.join(path.dirname(from), name)
  const found = ['.ts', '.tsx', '/index.ts'].map((end) => base + end).find((file) => files.includes(file))
  return found ? [found] : []
}

test('no files import each other, also not by import()', () => {
  const imports = new Map(
    files.map((file) => {
      const names = [...readFileSync(path.join(root, file), 'utf8').matchAll(imported)].map(
        ([, ...found]) => found.find(Boolean) ?? '',
      )
      return [file, names.flatMap((name) => resolved(name, file))]
    }),
  )
  const done = new Set<string>()
  const cycles: string[] = []
  expect([...imports.values()].flat().length).toBeGreaterThan(1_500)
  function follow(file: string, way: string[]) {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    done.add(file)
    for (const next of imports.get(file) ?? []) follow(next, [...way, file])
  }
  for (const file of files) follow(file, [])
  expect(files.length).toBeGreaterThan(300)
  expect(cycles).toEqual([])
})
