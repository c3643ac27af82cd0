import { expect, test } from 'vitest'
import { load } from 'js-yaml'
import { exportedTo } from '../../test/archives'
import { createEntry, createGoal } from '../../test/factories'
import { hostileEntry, hostileTexts } from '../../test/hostile-texts'
import { signInAnaAndBen } from '../../test/people'
import { createTestApp } from '../../test/test-app'

const { app, db } = await createTestApp({ now: () => new Date('2026-11-22T22:30:00Z') })
const { ana, asAna } = await signInAnaAndBen(app, db)
const read = await createGoal(db, ana.id, { title: 'Read', description: 'Two books' })
const hostile = await createGoal(db, ana.id, {
  title: '<b>Read</b>\n# twelve books',
  timeline: 'long-term',
  motivation: '## Why\n### not',
  achievedAt: new Date('2026-03-01T00:00:00Z'),
})
const written = { entryDate: '2026-11-21', mood: 'very-happy', ...hostileEntry } as const
await createEntry(db, ana.id, written, [read.id, hostile.id])
await createEntry(db, ana.id, {
  entryDate: '2024-02-29',
  mood: 'sad',
  gratitude3: 'Only the third',
  wins: 'Leapt',
})
await createEntry(db, ana.id, { entryDate: '1969-07-20' })

const files = await exportedTo(asAna)
const file = (name: string) => files.get(name) ?? ''

test('the journal is one Markdown file a day, in folders by year', () => {
  expect([...files.keys()]).toEqual([
    'lisa.json',
    'index.html',
    'goals.md',
    'journal/1969/1969-07-20.md',
    'journal/2024/2024-02-29.md',
    'journal/2026/2026-11-21.md',
  ])
  expect(file('journal/2024/2024-02-29.md')).toBe(
    [
      '---\ndate: 2024-02-29\nmood: sad\n---',
      '# February 29, 2024',
      '## What are you grateful for today?',
      '3. Only the third',
      '## What are your wins today?',
      'Leapt\n',
    ].join('\n\n'),
  )
  expect(file('journal/1969/1969-07-20.md')).toBe('---\ndate: 1969-07-20\n---\n\n# July 20, 1969\n')

  const markdown = file('journal/2026/2026-11-21.md')
  const [, frontMatter = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(markdown) ?? []
  expect(load(frontMatter)).toEqual({
    date: '2026-11-21',
    mood: 'very-happy',
    goals: expect.toSatisfy(
      (goals: string[]) => goals.toSorted().join() === '<b>Read</b> # twelve books,Read',
    ),
  })
  const headings = body.split('\n').filter((line) => /^##? /.test(line))
  expect(headings).toEqual([
    '# November 21, 2026',
    '## What are you grateful for today?',
    '## What happened today?',
    '## What are your wins today?',
    '## What went well?',
    '## What was challenging?',
    '## What was hard today?',
    '## What goals did you make progress on?',
    '## Overall reflection',
  ])
  expect(body).toContain('\n3. \\# Not a heading\n   \\## Nor this\n   \\\\## nor this\n   ### but this\n')
  for (const field of [
    'dailyEvents',
    'wins',
    'wentWell',
    'challenges',
    'whatWasHard',
    'overallReflection',
  ] as const)
    expect(body).toContain(`\n\n${hostileEntry[field]}\n`)
})

test('goals.md has the goals of each timeline', () => {
  const markdown = file('goals.md')
  expect(markdown).toContain(
    '## 5-Year goals\n\n### <b>Read</b> # twelve books\n\nAchieved on March 1, 2026.\n',
  )
  expect(markdown).toContain('#### Why is this important to you?\n\n\\## Why\n\\### not\n')
  expect(markdown).toContain('## Annual goals\n\nNone.\n')
  expect(markdown).toContain('## Monthly goals\n\n### Read\n\n#### Goal Description\n\nTwo books\n')
})

test('index.html shows everything as text, and loads and runs nothing', () => {
  const page = file('index.html')
  expect(page).not.toMatch(/<script|<img|<link|<b>|javascript:alert\(1\)"|undefined|\[object|NaN/)
  expect(page).toContain("content=\"default-src 'none'; style-src 'sha256-")
  expect([...page.matchAll(/ (?:src|href)="([^#][^"]*)/g)]).toEqual([])
  expect(page).toContain('3 entries from July 1969 to November 2026. Exported on November 22, 2026.')
  expect(page).toContain(
    '&lt;/style&gt;&lt;/script&gt;&lt;script&gt;broken()&lt;/script&gt;&amp;amp;&quot;&#39;',
  )
  for (const text of [...hostileTexts.slice(3, 5), hostileTexts[6] ?? '']) expect(page).toContain(text)
  expect(page.match(/<p class="words" dir="auto">/g)?.length).toBeGreaterThan(8)
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  for (const id of ['goals', 'y1969', 'm2024-02', 'm2026-11']) expect(links).toContain(id)
  for (const id of links) expect(page).toContain(` id="${id}"`)
})
