/** What is known of a release before anything is run. `last` is the version before, undefined for the first one. */
type Release = {
  version: string
  last?: string
  /** The version in package.json and package-lock.json. */
  packages: string[]
  changelog: string
  /** docs/operations.md, whose table says which version runs on which schema. */
  operations: string
  today: string
  /** The migrations of this tree, and of the last version, by file name. */
  migrations: Record<string, string>
  lastMigrations: Record<string, string>
}

const heading = 'Before you upgrade'

/** The actions of statements that instances of earlier versions may trip over. */
const takesAway = [
  /\bDROP (?!INDEX|CONSTRAINT|TRIGGER|NOT NULL)/i,
  /\bRENAME\b|\bSET NOT NULL\b/i,
  /\b(SET DATA|ALTER (COLUMN )?\S+) TYPE\b/i,
  /\bADD (COLUMN\b|")(?!.*\b(DEFAULT|GENERATED)\b).*\bNOT NULL\b/i,
]
const oldestVersion = /\bCOMMENT ON SCHEMA drizzle IS '(\d+\.\d+\.\d+)'/i

/** The newest section of the changelog: its heading and its text. */
export function newestSection(changelog: string) {
  const [, title = '', text = ''] = /^## (.+)\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? []
  return { title: title.trim(), text: text.trim() }
}

/** Every reason why this is no release yet, as sentences. docs/CONTRIBUTING.md says what the numbers of a version mean. */
export function faultsOf(release: Release): string[] {
  const { version, last, packages, today, migrations, lastMigrations } = release
  const faults: string[] = []
  if (!numbersOf(version)) return [`${version} is not a version such as 1.2.0`]
  if (packages.some((each) => each !== version))
    faults.push(
      `package.json and package-lock.json do not both say ${version}: npm version ${version} --no-git-tag-version`,
    )

  const { title, text } = newestSection(release.changelog)
  if (title !== `${version} (${today})`)
    faults.push(`The first heading of docs/CHANGELOG.md is not "## ${version} (${today})"`)
  const newest = Object.keys(migrations).sort().at(-1) ?? ''
  if (!text.includes(`\`${newest.replace('.sql', '')}\``))
    faults.push(`Its section does not name the newest migration, \`${newest.replace('.sql', '')}\``)

  if (!release.operations.includes(`\n| ${version} `))
    faults.push(
      `docs/operations.md has no row for ${version}: whether the version before runs on its schema, and for how long`,
    )

  for (const [name, sql] of Object.entries(lastMigrations))
    if (migrations[name] !== sql) faults.push(`The migration ${name} of ${last} has been changed or removed`)

  if (last === undefined) return faults
  let atLeast = '0.0.0'
  for (const name of Object.keys(migrations).sort()) {
    const sql = withoutComments(migrations[name] ?? '')
    const oldest = oldestVersion.exec(sql)?.[1]
    const isNew = !(name in lastMigrations)
    if (
      isNew &&
      !oldest &&
      actionsOf(sql).some((action) => takesAway.some((pattern) => pattern.test(action)))
    )
      faults.push(
        `The migration ${name} may take away what earlier versions need: let it end with COMMENT ON SCHEMA drizzle IS '${last}', or the version that is the oldest to run on it`,
      )
    if (isNew && oldest && (isLater(oldest, last) || isLater(atLeast, oldest)))
      faults.push(`The migration ${name} names ${oldest}, which is not from ${atLeast} to ${last}`)
    if (oldest && isLater(oldest, atLeast)) atLeast = oldest
  }
  const [first = 0, second = 0, third = 0] = numbersOf(last) ?? []
  const step = [`${first + 1}.0.0`, `${first}.${second + 1}.0`, `${first}.${second}.${third + 1}`].indexOf(
    version,
  )
  if (step < 0) faults.push(`${version} does not follow ${last}`)
  if (text.includes(`### ${heading}`) && step > 0)
    faults.push(`"${heading}" needs a new first number: something has to be done`)
  if (Object.keys(migrations).length > Object.keys(lastMigrations).length && step === 2)
    faults.push('A migration needs a new second number at least')
  return faults
}

const numbersOf = (version: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
const isLater = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true }) > 0
const withoutComments = (sql: string) => sql.replace(/--.*/g, '').replace(/\s+/g, ' ')
const actionsOf = (sql: string) => sql.split(/;|, ?(?=(?:ADD|ALTER|DROP)\b)/i)
