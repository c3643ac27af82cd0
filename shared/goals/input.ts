import * as z from 'zod/mini'
import { inputOf } from '../record-input'
import { goalRecord } from './goal'

export const goalInput = inputOf(goalRecord).register(z.globalRegistry, { id: 'GoalInput' })
export type GoalInput = z.infer<typeof goalInput>

export const goalFilter = z.object({ timeline: z.optional(goalInput.shape.timeline) })
export type GoalFilter = z.infer<typeof goalFilter>
