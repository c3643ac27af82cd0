import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashSync } from 'bcrypt'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { userView } from '@shared/auth'
import { goalView } from '@shared/goals'
import { importReport } from '@shared/import'
import { journalEntryView } from '@shared/journal'
import { root } from '../../root'
import { scopes } from '@shared/scopes'
import { tokensOf } from '../../features/tokens/tokens-repository'
import { createUser } from '../../test/factories'
import { serve } from '../../test/serve'
import { createTestApp } from '../../test/test-app'

const password = String.raw`the "right" $one, isn't it \n`

test('the calls of docs/api.md work when pasted into a shell', async () => {
  const { app, db } = await createTestApp()
  const server = await serve()
  server.handle(app)
  const ana = await createUser(db, { password: hashSync(password, 4) })
  const made = { name: 'A shell', scopes: [...scopes], expiresInDays: 1 }
  const { token } = await tokensOf(db, ana.id).make(made, new Date(), [])
  const settings = { LISA: server.origin, TOKEN: token, EMAIL: ana.email ?? '' }

  const markdown = readFileSync(path.join(root, 'docs/api.md'), 'utf8')
  const blocks = [...markdown.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  expect(blocks.filter((block) => block.includes('curl '))).toHaveLength(7)
  const pasted = Object.entries(settings).reduce(
    (script, [name, value]) => script.replace(new RegExp(`^${name}='.*'$`, 'm'), `${name}='${value}'`),
    blocks.join('echo\n').replace('your API password', () => password),
  )

  const shell = spawn('bash', ['-eu'], { stdio: ['pipe', 'pipe', 'inherit'] })
  shell.stdin.end(pasted)
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  expect(await once(shell, 'close')).toEqual([0, null])

  const [user, goal, entry, entries, found, report, userByPassword] = output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  expect(userView.parse(user).id).toBe(ana.id)
  expect(userByPassword).toEqual(user)
  expect(goalView.parse(goal)).toMatchObject({ title: 'Read two books', userId: ana.id })
  expect(journalEntryView.parse(entry)).toMatchObject({ wins: 'Called the API', mood: 'happy' })
  expect(z.array(journalEntryView).parse(entries)).toEqual([entry])
  expect(found).toEqual([entry])
  expect(importReport.parse(report).entries).toEqual({ new: 1, filledIn: 0, unchanged: 0 })
}, 60_000)
