import { expect, test } from 'vitest'
import { faultsOf, newestSection } from './faults'

const changelog = `# Changelog

## 1.3.0 (2026-12-01)

- Lisa hums. Up to \`0002_hum\`.

## 1.2.0 (2026-11-27)

- The first one.
`
const good = {
  version: '1.3.0',
  last: '1.2.0',
  packages: ['1.3.0', '1.3.0'],
  changelog,
  operations: '\n| 1.3.0   | `0002_hum` | 1.2.0 | until 1.4.0 |',
  today: '2026-12-01',
  migrations: { '0001_first.sql': 'a', '0002_hum.sql': 'b' },
  lastMigrations: { '0001_first.sql': 'a' },
}

test('a migration that takes away what earlier versions need says which is the oldest that still runs', () => {
  const faultsWith = (sql: string) =>
    faultsOf({ ...good, migrations: { ...good.migrations, '0002_hum.sql': sql } })
  for (const sql of [
    'ALTER TABLE "goals" DROP COLUMN "hum";',
    'DROP TABLE "hums";',
    'ALTER TABLE "goals" RENAME COLUMN "hum" TO "tune";',
    'ALTER TABLE "goals" ALTER COLUMN "hum" SET NOT NULL;',
    'ALTER TABLE "goals" DROP "hum";',
    'ALTER TABLE goals DROP IF EXISTS hum;',
    'ALTER TABLE "goals" ALTER COLUMN "hum" DROP DEFAULT;',
    'ALTER TABLE "goals" ALTER COLUMN "hum" SET DATA TYPE integer;',
    'ALTER TABLE "goals" ALTER "hum" TYPE integer;',
    'ALTER TABLE "goals" ADD COLUMN "hum" text NOT NULL;',
    'ALTER TABLE "goals" ADD "hum" numeric(10, 2)\n  NOT NULL, ADD COLUMN "tune" text DEFAULT \'\';',
  ]) {
    expect(faultsWith(sql)).toEqual([expect.stringContaining('0002_hum.sql may take away')])
    expect(faultsWith(`${sql}--> statement-breakpoint\nCOMMENT ON SCHEMA drizzle IS '1.2.0';`)).toEqual([])
  }
  for (const sql of [
    'ALTER TABLE "goals" DROP CONSTRAINT "goals_hum";',
    'DROP INDEX "goals_hum";',
    'ALTER TABLE "goals" ALTER COLUMN "hum" DROP NOT NULL;',
    'ALTER TABLE "goals" ADD COLUMN "hum" text DEFAULT \'\' NOT NULL;',
    'ALTER TABLE "goals" ADD COLUMN "hum" text NOT NULL DEFAULT \'\';',
    'ALTER TABLE "goals" ADD COLUMN "hum" text; CREATE TABLE "hums" ("id" uuid NOT NULL);',
    'ALTER TABLE "goals" ADD CONSTRAINT "goals_hum" CHECK ("hum" IS NOT NULL);',
    '-- DROP TABLE "hums";',
  ])
    expect(faultsWith(sql)).toEqual([])
  // A released migration is not asked any more.
  const released = { '0001_first.sql': 'DROP TABLE "hums";' }
  expect(
    faultsOf({ ...good, migrations: { ...good.migrations, ...released }, lastMigrations: released }),
  ).toEqual([])
})

test('the oldest version that a migration names is a released one, and no older than an earlier migration says', () => {
  const faultsWith = (comment: string, earlier = '') =>
    faultsOf({
      ...good,
      migrations: { '0001_first.sql': earlier, '0002_hum.sql': `DROP TABLE "hums";\n${comment}` },
      lastMigrations: { '0001_first.sql': earlier },
    })
  const on = (version: string) => `COMMENT ON SCHEMA drizzle IS '${version}';`
  expect(faultsWith(on('1.3.0'))).toEqual([expect.stringContaining('names 1.3.0')])
  expect(faultsWith(on('1.10.0'))).toEqual([expect.stringContaining('names 1.10.0')])
  expect(faultsWith(on('1.0.0'), on('1.1.0'))).toEqual([expect.stringContaining('from 1.1.0 to 1.2.0')])
  for (const version of ['1.1.0', '1.2.0']) expect(faultsWith(on(version), on('1.1.0'))).toEqual([])
  expect(faultsWith(on('1.0.0'), `-- ${on('1.1.0')}`)).toEqual([])
  expect(faultsWith(`-- ${on('1.2.0')}`)).toEqual([expect.stringContaining('may take away')])
})

test('what has a number, a changelog and its migrations is a release, the first one too', () => {
  expect(newestSection(changelog)).toEqual({
    title: '1.3.0 (2026-12-01)',
    text: '- Lisa hums. Up to `0002_hum`.',
  })
  expect(faultsOf(good)).toEqual([])
  expect(faultsOf({ ...good, last: undefined, lastMigrations: {} })).toEqual([])
})

test.each([
  ['a version that is none', { version: 'v1.3' }, 'v1.3 is not a version'],
  ['packages of another version', { packages: ['1.3.0', '1.2.0'] }, 'do not both say 1.3.0'],
  ['a changelog without this version', { today: '2026-12-02' }, 'is not "## 1.3.0 (2026-12-02)"'],
  ['a migration that it does not name', { migrations: { ...good.migrations, '0003_x.sql': '' } }, '`0003_x`'],
  [
    'a version that does not say on which schema the one before runs',
    { operations: '' },
    'has no row for 1.3.0',
  ],
  [
    'a released migration that was edited',
    { lastMigrations: { '0001_first.sql': 'A' } },
    '0001_first.sql of 1.2.0',
  ],
  ['a number that leaves some out', { last: '1.1.0' }, '1.3.0 does not follow 1.1.0'],
  ['the number of the version before', { last: '1.3.0' }, '1.3.0 does not follow 1.3.0'],
  ['a migration with a mere correction', { last: '1.2.9', ...correction('1.2.10') }, 'A migration needs'],
  [
    'a task for the operator without a new first number',
    { changelog: changelog.replace('- Lisa', '### Before you upgrade\n\n- Lisa') },
    '"Before you upgrade" needs a new first number',
  ],
])('%s is a fault, said in a sentence', (_, change, sentence) => {
  expect(faultsOf({ ...good, ...change }).join('\n')).toContain(sentence)
})

function correction(version: string) {
  const renamed = (text: string) => text.replace('1.3.0', version)
  return {
    version,
    packages: [version],
    changelog: renamed(changelog),
    operations: renamed(good.operations),
  }
}
