import type { GoalView } from '@shared/goals'
import { folded, searchWords } from '@shared/fold'
import { asData, shortGoalLine } from './prompt-lines'
import { VoiceProblem } from './voice-problems'

const mostNamed = 20

const withPlainSpaces = (text: string) => text.trim().replace(/\s+/g, ' ')

/** As titles are compared, whatever their spaces: as they are, then whatever the case, then whatever the accents too. */
const comparisons = [
  (title: string) => withPlainSpaces(title).normalize(),
  (title: string) => withPlainSpaces(title).normalize().toLowerCase(),
  (title: string) => withPlainSpaces(folded(title)),
]

/** The open goal that is called so; if that is not exactly one, throws and says which it could be. */
export function openGoalNamed(title: string, goals: GoalView[]): GoalView {
  const open = goals.filter(({ achievedAt }) => !achievedAt)
  const isTitle = (text: string) => comparisons.some((compared) => compared(text) === compared(title))
  for (const compared of comparisons) {
    const called = (textOf: (goal: GoalView) => string) =>
      open.filter((goal) => compared(textOf(goal)) === compared(title))
    const named = called((goal) => goal.title)
    // The line of a goal as the model has read it tells apart two of one title.
    const lines = called(shortGoalLine)
    const [found, other] = lines.length === 1 ? lines : named
    if (found && !other) return found
    if (other) throw new VoiceProblem(`Several open goals are called so. ${couldBe(named)}`)
  }
  const achieved = goals.some((goal) => goal.achievedAt && isTitle(goal.title))
  if (achieved) throw new VoiceProblem('That goal is achieved already.')
  if (open.length === 0) throw new VoiceProblem('There are no open goals.')
  const words = searchWords(title)
  const alike = open.filter((goal) => words.some((word) => folded(goal.title).includes(word)))
  throw new VoiceProblem(`No open goal is called so. ${couldBe(alike.length ? alike : open)}`)
}

const couldBe = (goals: GoalView[]) =>
  `Ask the user which of these is meant, and give its line:\n${asData(goals.slice(0, mostNamed).map(shortGoalLine).join('\n'))}`
