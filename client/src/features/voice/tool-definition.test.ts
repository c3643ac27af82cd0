import { goalRecord } from '@shared/goals/goal'
import { entryRecord } from '@shared/journal/entry'
import { expect, test } from 'vitest'
import { parametersOf } from './tool-definition'

test('each parameter is described in words, also that of a field without a question', () => {
  const parameters = { ...parametersOf(entryRecord, {}), ...parametersOf(goalRecord, {}) }
  for (const parameter of Object.values(parameters))
    expect(parameter).toMatchObject({ description: expect.stringMatching(/\w/) as string })
})
