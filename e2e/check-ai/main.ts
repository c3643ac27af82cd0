// Asks each model that is set up one thing, as Lisa does, and prints what works: docs/voice-at-home.md.
// npm run check:ai, with the settings of the server in the environment or in .env. The exit status is 1 if something failed.
import { existsSync } from 'node:fs'
import { cleanup } from 'node-datachannel'
import { placeOf } from '../../shared/ai-place'
import { type Env, readEnv } from '../../server/env'
import { aiHosts } from '../../server/features/ai/ai-hosts'
import { startFaults } from '../../server/start-faults'
import { lineOf, type Row } from './rows'
import { checkText } from './text'
import { checkVoice } from './voice'

if (existsSync('.env')) process.loadEnvFile()

function settings(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    console.error(startFaults(error)?.join('\n') ?? error)
    process.exit(1)
  }
}

const env = settings()
const { realtime, text } = env
const { voiceHost, textHost } = aiHosts(env)

function print(title: string, rows: Row[]) {
  console.log(title)
  for (const row of rows) console.log(lineOf(row))
  if (rows.some(({ status }) => status === 'failed')) process.exitCode = 1
}

const notSetUp = (what: string, page: string): Row[] => [{ what, status: 'not set up', why: `see ${page}` }]

if (!env.aiOn) console.log('AI=off: no model is asked, whatever is set up.')
else {
  if (voiceHost) {
    const how = `${realtime.dialect}, model ${realtime.model}`
    print(`Lisa's voice runs ${placeOf(voiceHost)} (${how})`, await checkVoice(realtime))
  } else print("Lisa's voice", notSetUp('voice', 'docs/voice-at-home.md'))
  if (text && textHost)
    print(
      `Her replies and summaries run ${placeOf(textHost)} (model ${text.model})`,
      await checkText(text, env.replyLimitMs),
    )
  else print('Her replies and summaries', notSetUp('text', 'docs/models.md'))
}
cleanup()
