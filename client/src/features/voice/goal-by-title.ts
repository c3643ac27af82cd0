import type { GoalView } from '@shared/goals'
import { folded, searchWords } from '@shared/fold'
import { asData, shortGoalLine } from './prompt-lines'
import { VoiceProblem } from './voice-problems'

const mostNamed = 20

/** As titles are compared: whatever the case, the accents and the spaces. */
const comparable = (title: string) => searchWords(title).join(' ')

/** The open goal that is called so; if that is not exactly one, throws and says which it could be. */
export function openGoalNamed(title: string, goals: GoalView[]): GoalView {
  const wanted = comparable(title)
  const open = goals.filter(({ achievedAt }) => !achievedAt)
  const named = open.filter((goal) => comparable(goal.title) === wanted)
  // The line of a goal as the model has read it tells apart two of one title.
  const lines = open.filter((goal) => comparable(shortGoalLine(goal)) === wanted)
  const [found, other] = lines.length === 1 ? lines : named
  if (found && !other) return found
  if (other) throw new VoiceProblem(`Several open goals are called so. ${couldBe(named)}`)
  const achieved = goals.some((goal) => goal.achievedAt && comparable(goal.title) === wanted)
  if (achieved) throw new VoiceProblem('That goal is achieved already.')
  if (open.length === 0) throw new VoiceProblem('There are no open goals.')
  const words = searchWords(title)
  const alike = open.filter((goal) => words.some((word) => folded(goal.title).includes(word)))
  throw new VoiceProblem(`No open goal is called so. ${couldBe(alike.length ? alike : open)}`)
}

const couldBe = (goals: GoalView[]) =>
  `Ask the user which of these is meant, and give its line:\n${asData(goals.slice(0, mostNamed).map(shortGoalLine).join('\n'))}`
