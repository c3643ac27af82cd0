import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createGoal, createUser } from '../../test/factories'
import { serve } from '../../test/serve'
import { createTestApp, tokenOf } from '../../test/test-app'

const server = await serve()
const { app, db } = await createTestApp()
server.handle(app)

/** The command line of the inspector, which needs a newer Node than Lisa and is too large to be installed for one test. */
const inspector = [
  '--yes',
  `--package=node-${process.platform}-${process.arch}@26.10.0`,
  '--package=@modelcontextprotocol/inspector@2.12.0',
  '--',
  'mcp-inspector',
  '--cli',
  `${server.origin}/api/mcp`,
]

test(
  'the inspector of the protocol lists the tools and calls one',
  { tags: 'nightly', timeout: 600_000 },
  async () => {
    const ana = await createUser(db)
    await createGoal(db, ana.id, { title: 'Read more' })
    const header = ['--header', `Authorization: Bearer ${await tokenOf(app, ana)}`]
    const ask = async (...words: string[]) => {
      const { stdout } = await promisify(execFile)('npx', [...inspector, '--method', ...words, ...header])
      return JSON.parse(stdout)
    }
    expect((await ask('tools/list')).tools).toHaveLength(10)
    const answer = await ask('tools/call', '--tool-name', 'list_goals', '--tool-arg', 'timeline=monthly')
    expect(answer.structuredContent.goals).toMatchObject([{ title: 'Read more' }])
  },
)
