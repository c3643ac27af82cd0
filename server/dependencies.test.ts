import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root'

const imported =
  /^(?:import|export)\s(?!type\s)[^'"]*?from\s'([^']+)'|^import\s'([^']+)'|\bimport\('([^']+)'\)/gm
/** Files that production never loads: the local mode, and the server of `npm run dev`. */
const isLoadedInProduction = (name: string) => !name.includes('/local/') && name !== 'vite'

/** The packages that `file` and all that it imports need in production. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)
  for (const [, ...found] of readFileSync(file, 'utf8').matchAll(imported)) {
    const name = found.find(Boolean) ?? ''
    if (!isLoadedInProduction(name)) continue
    const own = name.startsWith('@shared/') ? path.join(root, name.slice(1)) : path.join(file, '..', name)
    if (/^(\.|@shared\/)/.test(name)) {
      const source =
        [`${own}.ts`, path.join(own, 'index.ts'), own].find((candidate) => existsSync(candidate)) ?? own
      for (const each of packagesOf(source, seen)) packages.add(each)
    } else packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
  }
  return packages
}

test('dependencies are what the server needs in production, so that the image holds no browser packages', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const programs = ['server/index.ts', 'server/features/import/upload-process.ts']
  const packages = programs.flatMap((program) => [...packagesOf(path.join(root, program))])
  const needed = [...new Set(packages)].filter(
    (name) => !name.startsWith('node:') && !builtinModules.includes(name),
  )
  expect(Object.keys(dependencies).sort()).toEqual(needed.sort())
})

type Sbom = { bomFormat: string; components: { group?: string; name: string; version: string }[] }
type Lock = { packages: Record<string, { version: string; optional?: true; devOptional?: true }> }

test('the list in the image names every package that Lisa is made of, with its version', () => {
  const [, command] =
    /^RUN (npm sbom .*) > dist\/sbom.json$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8')) ?? []
  const sbom: Sbom = JSON.parse(
    execSync(command ?? '', { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 10_000_000 }),
  )
  expect(sbom.bomFormat).toBe('CycloneDX')
  const listed = new Set(
    sbom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  )
  const lock: Lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const installed = Object.entries(lock.packages)
    .filter(([folder, { optional, devOptional }]) => folder && !optional && !devOptional)
    .map(([folder, { version }]) => `${folder.replace(/.*node_modules\//, '')}@${version}`)
  expect(installed.length).toBeGreaterThan(500)
  expect(installed.filter((name) => !listed.has(name))).toEqual([])
})
