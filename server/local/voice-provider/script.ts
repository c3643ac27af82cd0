import type { RealtimeSession, ToolCall } from './realtime-session'

type Mode = 'general' | 'goal-setup' | 'daily-journal'

const maxSilenceMs = 8000

const modeOf = (instructions: string): Mode =>
  instructions.includes('Goal Setup Session')
    ? 'goal-setup'
    : instructions.includes('Daily Journal Session')
      ? 'daily-journal'
      : 'general'

const getGoals: ToolCall = { name: 'get_goals', arguments: {} }

const reads: Record<Mode, ToolCall> = {
  general: getGoals,
  'goal-setup': getGoals,
  'daily-journal': { name: 'read_past_journals', arguments: { days: 3 } },
}

function writeOf(mode: Mode, today: string): ToolCall | undefined {
  if (mode === 'goal-setup') {
    const goal = {
      timeline: 'monthly',
      title: 'Demo goal: talk to Lisa once a week',
      description: 'Added by the demo of the voice assistant. You can delete it.',
    }
    return { name: 'create_goal', arguments: goal }
  }
  if (mode === 'daily-journal') {
    const entry = { entryDate: today, overallReflection: 'Demo: I talked to Lisa today.' }
    return { name: 'create_journal_entry', arguments: entry }
  }
  return undefined
}

const hasFailed = (output: string) => /^Failed|not found$/.test(output)
const isNotSaved = (output: string) => output.startsWith('Not saved yet')

/** The only words that the demo understands, and only in writing. */
const isNo = (written = '') => /^\W*(no|nope|nah|not|don['’]?t|do not|please don['’]?t)\b/i.test(written)

/** The demo conversation: greet, read, ask, write once the user has answered or stayed silent, confirm. */
export async function runScript(realtimeSession: RealtimeSession) {
  await realtimeSession.waitForRequest()
  const mode = modeOf(realtimeSession.instructions())
  const today =
    /\d{4}-\d{2}-\d{2}/.exec(realtimeSession.instructions())?.[0] ?? new Date().toISOString().slice(0, 10)

  const readOutput = await realtimeSession.respond({ say: [`hello-${mode}`], call: reads[mode] })
  await realtimeSession.respond({ say: [...(hasFailed(readOutput) ? ['glitch'] : []), `ask-${mode}`] })
  const write = writeOf(mode, today)
  const answer = await realtimeSession.waitForUser(write && maxSilenceMs)
  if (write && isNo(answer)) await realtimeSession.respond({ say: ['not-saved'] })
  else {
    const output = write ? await realtimeSession.respond({ call: write }) : ''
    const said = hasFailed(output) ? 'glitch' : isNotSaved(output) ? 'waits' : `done-${mode}`
    await realtimeSession.respond({ say: [said] })
  }
  for (;;) {
    await realtimeSession.waitForUser()
    await realtimeSession.respond({ say: ['over'] })
  }
}
