import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { GoalView } from '@shared/goals'
import type { UserView } from '@shared/auth'
import { goalFields, lostIn, notSaid } from '@shared/test/stored-fields'
import { connection } from '@/lib/api/connection'
import { draftOf } from '@/lib/saving/drafts'
import { emptyDevice, waitingSaves } from '@/test/device'
import { offline } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { ana, renderApp } from '@/test/render-app'
import { setUpVoiceTools } from '@/test/set-up-voice-tools'

// As for an entry: each column of the table goes through everything in the browser that reads or writes a goal.

const { names, texts, values } = goalFields
const written = (version?: string) =>
  Object.fromEntries(texts.map((name) => [name, values(version)[name] ?? '']))
const stored = (version?: string) => aGoal(values(version) as Partial<GoalView>)
const [list, one, patch] = ['GET /api/goals', 'GET /api/goals/:id', 'PATCH /api/goals/:id']
const inForm = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input, form textarea')]
    .map(({ value }) => value)
    .join('\n')
const saveChanges = () => screen.findByRole('button', { name: 'Save Changes' })

emptyDevice()
let user: UserView
beforeEach(() => {
  user = { ...ana, id: crypto.randomUUID() }
  connection.found('ok')
})

test('the form shows what is saved, and sends all of it again', async () => {
  const goal = stored()
  const { actor, api } = renderApp(
    `/goals/edit/${goal.id}`,
    { [one]: goal, [list]: [goal], [patch]: goal },
    user,
  )
  await saveChanges()
  expect(notSaid(inForm(), written())).toEqual([])
  await actor.click(await saveChanges())
  await screen.findByText('Goal updated successfully')
  expect(lostIn(api.callsOf(patch)[0]?.body as object, values())).toEqual([])
})

test('a draft comes back, waits without a network, and is listed', async () => {
  const goal = stored()
  draftOf(user.id, 'goal', goal.id, 'a window').write(values('second'), goal.updatedAt)
  const { actor } = renderApp(
    `/goals/edit/${goal.id}`,
    { [one]: goal, [list]: [goal], [patch]: offline },
    user,
  )
  await saveChanges()
  expect(notSaid(inForm(), written('second'))).toEqual([])
  await actor.click(await saveChanges())
  await screen.findByText('Waiting to send')
  await waitFor(async () =>
    expect(lostIn((await waitingSaves())[0]?.values ?? {}, values('second'))).toEqual([]),
  )
})

test('create_goal has a parameter for each field, and sends all', async () => {
  const create = 'POST /api/goals'
  const { run, api, toolOf } = setUpVoiceTools({ [create]: stored() })
  expect(names.filter((name) => !(name in toolOf('create_goal').parameters.properties))).toEqual([])
  await run('create_goal', values())
  expect(lostIn(api.callsOf(create)[0]?.body as object, values())).toEqual([])
})
