import type { Stage, ToolCall } from './stage'

type Mode = 'general' | 'goal-setup' | 'daily-journal'

const patienceMs = 8000

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

/** What the demo's Lisa does, whoever talks to her: greet, read, ask, write when the user has spoken or kept silent, say so. */
export async function perform(stage: Stage) {
  await stage.requested()
  const mode = modeOf(stage.instructions())
  const today = /\d{4}-\d{2}-\d{2}/.exec(stage.instructions())?.[0] ?? new Date().toISOString().slice(0, 10)

  const found = await stage.respond({ say: [`hello-${mode}`], call: reads[mode] })
  await stage.respond({ say: [...(hasFailed(found) ? ['glitch'] : []), `ask-${mode}`] })
  const write = writeOf(mode, today)
  await stage.heardUser(write && patienceMs)
  const outcome = write ? await stage.respond({ call: write }) : ''
  await stage.respond({ say: [hasFailed(outcome) ? 'glitch' : `done-${mode}`] })
  for (;;) {
    await stage.heardUser()
    await stage.respond({ say: ['over'] })
  }
}
