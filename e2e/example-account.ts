import { addDays } from '../shared/dates'
import type { GoalInput } from '../shared/goals'
import { entryRecord, type JournalEntryInput, type Mood, moods } from '../shared/journal'

/** Posts to a path under /api as the person whose account is filled, and gives the id in the answer. */
export type Post = (path: string, body: object) => Promise<string>

/** The same goals and the same days whenever it runs; only the dates move. Gives the ids of a goal and of today's entry. */
export async function fillAccount(post: Post, { today, days = 90 }: { today: string; days?: number }) {
  let goal = ''
  const ids = new Map<string, string>()
  for (const { partOf = '', ...values } of goals) {
    goal = await post('goals', { ...values, parentId: ids.get(partOf) })
    if (goal) ids.set(values.title, goal)
  }
  const withGoals = (entry: Partial<JournalEntryInput>) => ({
    ...entry,
    goalIds: Object.entries(workedOn)
      .filter(([text]) => Object.values(entry).includes(text))
      .flatMap(([, title]) => ids.get(title) ?? []),
  })
  for (let daysAgo = days - 1; daysAgo > 0; daysAgo--)
    if (!daysWithoutEntry.includes(daysAgo)) await post('journal-entries', withGoals(entryOf(daysAgo, today)))
  return {
    goal,
    entry: await post('journal-entries', withGoals({ entryDate: today, ...todaysEntry })),
  }
}

type Goal = Partial<GoalInput> & Pick<GoalInput, 'title' | 'timeline'> & { partOf?: string }

/** Larger goals come before what is part of them. */
const goals: Goal[] = [
  {
    timeline: 'long-term',
    title: 'A small house by the sea',
    motivation: 'To wake up to the sound of it',
    successIndicators: 'A key in my pocket',
  },
  {
    timeline: 'annual',
    title: 'Run a half marathon',
    description: 'Start with the lake, then further',
    motivation: 'To feel strong again',
    successIndicators: '21 km in October, without walking',
  },
  {
    timeline: 'annual',
    title: 'Speak Portuguese with my grandmother',
    description: 'One lesson a week',
    partOf: 'A small house by the sea',
  },
  {
    timeline: 'monthly',
    title: 'Read two novels',
    description: 'Twenty pages before sleep',
    partOf: 'Speak Portuguese with my grandmother',
  },
  { timeline: 'monthly', title: 'Cook with Ben on Sundays' },
]

const todaysEntry: Partial<JournalEntryInput> = {
  mood: 'very-happy',
  gratitude1: 'The first light on the roofs',
  gratitude2: 'A letter from Ben',
  gratitude3: 'Tea, and nobody in a hurry',
  dailyEvents: 'Walked to the market and back along the river.',
  wins: 'Finished the chapter that would not end.',
  wentWell: 'Said no to the late meeting, kindly.',
  overallReflection: 'A day that felt like mine.',
}

/** The streak is twelve days; before it there are shorter and longer ones. */
const daysWithoutEntry = [12, 13, 21, 37, 38, 39, 52, 66, 80]

/** From today backwards: 1 is very sad, 5 very happy. */
const moodsByDay =
  '544345434535434234454354434523344543345423434543123345444354323434554345343243445434543345'

const gratitudes = [
  'Coffee before anybody else was up',
  'The neighbour who took in my parcel',
  'Rain on the window while it was warm inside',
  'A long call with Marta',
  'Clean sheets',
  'The dog on the third floor, always glad to see me',
  'Bread from the small bakery',
  'An hour without the phone',
  'My knees, after the run',
  'Ben laughing at his own joke',
  'A seat on the train',
]
const events = [
  'Office in the morning, then the dentist, which was less bad than I had feared.',
  'Ran around the lake before work. Fog, and hardly anyone there.',
  'Three meetings in a row, lunch at four. Home late.',
  'Cleared the shelf in the hall. Found the photographs from Porto.',
  'Dinner at Marta and Jo’s, with the children asleep on the sofa by nine.',
  'Worked from home. Soup, a walk, and the report is half written.',
  'Portuguese lesson in the evening. The past tense is slowly making sense.',
  'Market with Ben. We cooked what looked best and not what was on the list.',
  'Read on the balcony until it got too dark.',
]
const wins = [
  'Sent the application.',
  'Ten kilometres, the last one the fastest.',
  'Asked for help before it was urgent.',
  'Thirty pages instead of twenty.',
  'Did not open the laptop after dinner.',
  'Ordered a meal in Portuguese, and got it.',
  'The report is done, two days early.',
]
const wentWell = [
  'I listened more than I talked.',
  'Planning the morning the evening before.',
  'Leaving on time.',
  'The talk with the team.',
  'Going for the run although I did not want to.',
]
const challenges = [
  'The budget, again. Nobody wants to decide.',
  'Too many small things, none of them finished.',
  'Getting up. It is dark now.',
]
const hard = [
  'Slept badly and snapped at Ben. Said sorry.',
  'Missing my father, out of nowhere, at the market.',
  'Hearing that the project will be stopped.',
]
const goalProgress = [
  'Two chapters.',
  'Long run done; the half marathon looks possible.',
  'Put some money aside for the house.',
  'Practised verbs on the train.',
]
const relationships = [
  'A good evening with Ben, for once without plans.',
  'Called my grandmother. She corrected my accent.',
  'Marta needed somebody to talk to, and I was there.',
  'Quiet. I should call my brother.',
]
const reflections: Record<Mood, string[]> = {
  'very-sad': ['Not a day to judge myself by. Tomorrow will be smaller and kinder.'],
  sad: ['Tired more than sad, I think.', 'I want fewer evenings like this one, and I know how.'],
  neutral: ['An ordinary day, and that is fine.', 'Nothing to complain about, nothing to remember.'],
  happy: [
    'More days like this.',
    'The small things were the good ones.',
    'I am where I wanted to be in spring.',
  ],
  'very-happy': ['I would live this one again.', 'Everything came together today.'],
}

/** The goals that some of the texts are about. */
const workedOn: Record<string, string> = {
  'Two chapters.': 'Read two novels',
  'Thirty pages instead of twenty.': 'Read two novels',
  'Finished the chapter that would not end.': 'Read two novels',
  'Market with Ben. We cooked what looked best and not what was on the list.': 'Cook with Ben on Sundays',
  'Ten kilometres, the last one the fastest.': 'Run a half marathon',
  'Ran around the lake before work. Fog, and hardly anyone there.': 'Run a half marathon',
  'Portuguese lesson in the evening. The past tense is slowly making sense.':
    'Speak Portuguese with my grandmother',
  'Put some money aside for the house.': 'A small house by the sea',
}

/** 13 has no divisor in common with the length of a list, so that every text has its turn. */
const pick = (texts: string[], daysAgo: number) => texts[(daysAgo * 13) % texts.length] ?? ''
const every = (nth: number, daysAgo: number, texts: string[]) =>
  daysAgo % nth ? '' : pick(texts, daysAgo / nth)

function entryOf(daysAgo: number, today: string): JournalEntryInput {
  const mood = moods[Number(moodsByDay[daysAgo % moodsByDay.length]) - 1] ?? 'neutral'
  const isLow = mood === 'sad' || mood === 'very-sad'
  const texts = entryRecord.values({
    entryDate: addDays(today, -daysAgo),
    gratitude1: pick(gratitudes, daysAgo),
    gratitude2: daysAgo % 3 ? pick(gratitudes, daysAgo + 5) : '',
    gratitude3: every(4, daysAgo, gratitudes),
    dailyEvents: daysAgo % 5 ? pick(events, daysAgo) : '',
    wins: isLow ? '' : pick(wins, daysAgo),
    wentWell: every(2, daysAgo, wentWell),
    challenges: every(3, daysAgo, challenges),
    whatWasHard: isLow ? pick(hard, daysAgo) : '',
    goalProgress: every(4, daysAgo, goalProgress),
    relationships: every(5, daysAgo, relationships),
    overallReflection: pick(reflections[mood], daysAgo),
  })
  return { ...texts, mood }
}
