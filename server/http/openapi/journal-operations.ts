import { z } from 'zod'
import { goalFilter, goalInput, goalPatch } from '@shared/goals'
import { journalEntryInput, journalEntryUpdate, journalPage } from '@shared/journal'
import * as views from '@shared/views'
import { json, type Operation, type Operations } from './operation'

const removed = { 204: { description: 'It is gone' } }
const goal = (description: string) => json(description, views.goalView)
const entry = (description: string) => json(description, views.journalEntryView)

const listGoals: Operation = {
  summary: 'List goals',
  query: goalFilter,
  answers: { 200: json('The goals, newest first', z.array(views.goalView)) },
}
const createGoal: Operation = {
  summary: 'Create a goal',
  body: goalInput,
  answers: { 201: goal('The goal') },
}

const listEntries: Operation = {
  summary: 'List journal entries',
  description: 'All of them, or a page: the newest `limit` of days before `before`.',
  query: journalPage,
  answers: { 200: json('The entries by date, newest first', z.array(views.journalEntryView)) },
}
const entryExists = json('There is an entry for this date', views.entryExistsView)
const createEntry: Operation = {
  summary: 'Create a journal entry',
  description: 'One per date. Absent texts are empty, an absent mood is neutral.',
  body: journalEntryInput,
  answers: { 201: entry('The entry'), 409: entryExists },
}

export const goalOperations: Operations = {
  'GET /api/goals': listGoals,
  'POST /api/goals': createGoal,
  'GET /api/goals/:id': { summary: 'Read a goal', answers: { 200: goal('The goal') } },
  'PATCH /api/goals/:id': {
    summary: 'Change a goal',
    description: 'An absent field stays as it is; null or an empty text clears an optional one.',
    body: goalPatch,
    answers: { 200: goal('The goal as it is now') },
  },
  'DELETE /api/goals/:id': { summary: 'Delete a goal', answers: removed },
}

export const entryOperations: Operations = {
  'GET /api/journal-entries': listEntries,
  'POST /api/journal-entries': createEntry,
  'GET /api/journal-entries/by-date/:date': {
    summary: 'Read the entry of a date',
    answers: { 200: entry('The entry') },
  },
  'GET /api/journal-entries/:id': { summary: 'Read an entry', answers: { 200: entry('The entry') } },
  'PUT /api/journal-entries/:id': {
    summary: 'Replace an entry',
    description: 'With the `updatedAt` that was loaded, only if nobody has changed the entry since.',
    body: journalEntryUpdate,
    answers: {
      200: entry('The entry as it is now'),
      409: json(
        'The entry was changed elsewhere, or there is another one for this date',
        z.union([views.entryExistsView, views.entryChangedView]),
      ),
    },
  },
  'DELETE /api/journal-entries/:id': { summary: 'Delete an entry', answers: removed },
}

export const analyticsOperations: Operations = {
  'GET /api/analytics/streak': {
    summary: 'Count the days in a row with an entry',
    answers: { 200: json('The streak that ends today or yesterday', views.streakView) },
  },
  'GET /api/analytics/weekly-count': {
    summary: 'Count the entries of this week',
    answers: { 200: json('Entries from Monday to Sunday', views.weeklyCountView) },
  },
  'GET /api/analytics/monthly-goals': {
    summary: 'Count the monthly goals',
    answers: { 200: json('How many there are', views.monthlyGoalsView) },
  },
}

export const tokenDataOperations: Operations = {
  'GET /api/jwt/goals': listGoals,
  'POST /api/jwt/goals': createGoal,
  'GET /api/jwt/journal-entries': listEntries,
  'POST /api/jwt/journal-entries': createEntry,
}
