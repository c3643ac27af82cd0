import {
  choice,
  link,
  record,
  type RowOf,
  text,
  type TextField,
  type TextName,
  type ValuesOf,
} from '../record'

export const timelines = ['long-term', 'annual', 'monthly'] as const
export type Timeline = (typeof timelines)[number]
export const timelineLabels: Record<Timeline, string> = {
  'long-term': '5-Year',
  annual: 'Annual',
  monthly: 'Monthly',
}

const prose = (field: Pick<TextField, 'label' | 'question'>) =>
  text({ limit: 10_000, nullable: true, ...field })

export const goalRecord = record({
  title: text({ label: 'Title', question: 'Goal Title', limit: 200, required: true }),
  timeline: choice({ label: 'Timeline', values: timelines, fallback: 'monthly', required: true }),
  parentId: link({ label: 'Part of', refusal: 'Choose one of your annual or long-term goals' }),
  description: prose({ label: "What it's about", question: 'Goal Description' }),
  motivation: prose({ label: "Why it's important", question: 'Why is this important to you?' }),
  successIndicators: prose({
    label: "How you'll know you've achieved it",
    question: "How will you know you've achieved this?",
  }),
})

/** The timelines of the goals that one of `timeline` can be a part of. */
export const timelinesAbove = (timeline: Timeline): readonly Timeline[] =>
  timelines.slice(0, timelines.indexOf(timeline))

/** Why a goal of `timeline` can be a part of no other than these. */
export const parentRefusals: Record<Timeline, string> = {
  'long-term': 'A long-term goal is part of no other',
  annual: 'Choose one of your long-term goals',
  monthly: goalRecord.fields.parentId.refusal,
}

/** A goal as it is stored, shown or sent, of which anything may be missing. */
export type GoalRow = RowOf<typeof goalRecord.fields>
export type GoalValues = ValuesOf<typeof goalRecord.fields>
export type GoalTextField = TextName<typeof goalRecord.fields>

/** What a form asks besides the title. */
export const goalQuestions = goalRecord.texts.filter((name) => name !== 'title')
