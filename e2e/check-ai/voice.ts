import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderEvent } from '../../client/src/features/voice/provider-event'
import { confirmationOf } from '../../client/src/features/voice/voice-confirmation'
import { settingsToSend } from '../../client/src/features/voice/voice-settings'
import type { Env } from '../../server/env'
import { loadClip } from '../../server/local/voice-provider/clips'
import { createLog } from '../../server/log'
import { ProviderError } from '../../server/senders/provider-error'
import { createVoiceProvider, type VoiceProvider } from '../../server/senders/voice-provider'
import { type Call, createCall } from './call'
import { hideKey, quoted, type Row, rowsOf, seconds } from './rows'

const names = [
  'server reached',
  'offer answered',
  'connected',
  'instructions confirmed',
  'events read',
  'tool called',
  'first word',
  'voice heard',
  'speech written down',
  'hang-up',
] as const
type Rows = ReturnType<typeof rowsOf<(typeof names)[number]>>

/** `connect` and `confirm` are those of the page. A model on a processor alone may take long for its answer. */
const limits = { connect: 20_000, confirm: 5_000, answer: 60_000, soon: 10_000 }
/** In a talk the screen then says that Lisa could not answer, unless she has called a tool. */
const longestSilence = 10_000

const instructions =
  'You are Lisa, a companion for goals. Answer in one short sentence. Look up with get_goals before you speak of goals.'
const tool = {
  type: 'function',
  name: 'get_goals',
  description: "Get the user's goals.",
  parameters: { type: 'object', properties: {} },
}
const question = 'Which goals do I have? Look them up with get_goals.'
const goals = JSON.stringify([{ timeline: 'monthly', title: 'Walk by the sea' }])

/** Holds a short call as the server and the page do. */
export async function checkVoice(settings: Env['realtime']): Promise<Row[]> {
  const { report, rows } = rowsOf(names)
  hideKey(settings.apiKey)
  const provider = createVoiceProvider(settings, createLog('silent'))
  const call = createCall()
  try {
    const begun = await begin(provider, settings, call, report)
    if (!begun) return rows()
    const events = readEvents(provider, begun.id)
    const isLive = await isConnected(call, begun.answer, report)
    try {
      if (isLive) await talk(call, provider, settings, events, report)
    } finally {
      if (isLive) await hangUp(call, provider, begun.id, report)
      else await provider.hangUp(begun.id).catch(() => {})
    }
    return rows()
  } finally {
    call.close()
  }
}

async function begin(
  provider: VoiceProvider,
  { model }: Env['realtime'],
  { offer }: Call,
  report: Rows['report'],
) {
  try {
    const begun = await provider.call(offer, 'check-ai')
    report('server reached', 'ok')
    const used = provider.model()
    report(
      'offer answered',
      'ok',
      used === model ? undefined : `with ${used}: the server does not have ${model}`,
    )
    return begun
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isSilent = error.code === 'lost' || error.code === 'timeout'
    if (!isSilent) report('server reached', 'ok')
    const hint =
      error.code === '501'
        ? '. speech-to-speech answers so without WebRTC: install speech-to-speech[webrtc]'
        : ''
    report(isSilent ? 'server reached' : 'offer answered', 'failed', error.message + hint)
    return undefined
  }
}

async function isConnected(call: Call, answer: string, report: Rows['report']): Promise<boolean> {
  const began = performance.now()
  if (await call.connect(answer, limits.connect)) {
    report('connected', 'ok', `over WebRTC, after ${seconds(performance.now() - began)}`)
    return true
  }
  const offered = [...answer.matchAll(/^a=candidate:\S+ \d+ udp \d+ (\S+) (\d+)/gim)].map(
    ([, address, port]) => `${address}:${port}`,
  )
  const where = offered.length > 0 ? `at ${[...new Set(offered)].join(' or ')}` : 'nowhere'
  report(
    'connected',
    'failed',
    `no connection over WebRTC; the server waits for it ${where} (UDP), which this machine has to reach`,
  )
  return false
}

async function talk(
  call: Call,
  provider: VoiceProvider,
  settings: Env['realtime'],
  events: Events,
  report: Rows['report'],
) {
  if (!(await isConfirmed(call, provider, report))) return
  await ask(call, report)
  await reportSound(call, report)
  await reportTranscription(call, provider, settings, report)
  await reportEvents(call, events, report)
}

/** Asks what needs the tool. */
export async function ask(call: Asked, report: Rows['report']) {
  const askedAt = performance.now()
  call.send({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: question }] },
  })
  const first = await answerOf(call)
  const second = first.called?.name === tool.name ? await answerTo(call, first.called.call_id) : undefined
  reportTool(first, second, report)
  const spoken = [first, second].find((answer) => answer?.firstWordAt !== undefined)
  if (spoken?.firstWordAt === undefined) return report('first word', 'failed', problemOf(second ?? first))
  const waited = spoken.firstWordAt - askedAt
  const isLate = waited > longestSilence
  report(
    'first word',
    isLate ? 'failed' : 'ok',
    `after ${Math.round(waited)} ms${isLate ? `, later than ${seconds(longestSilence)}` : ''}: ${quoted(spoken.said)}`,
  )
}

type Events = ReturnType<typeof readEvents>

/** Reads the events of the call as the server does, until `session.updated` has come, or gives back why it does not. */
function readEvents({ sideband }: VoiceProvider, id: string) {
  if (!sideband) return undefined
  return new Promise<string | undefined>((resolve) =>
    sideband.watch(id, {
      onEvent: (event) => Object(event).type === 'session.updated' && resolve(undefined),
      onTooLong: () => resolve('an event was too long to be read'),
      onLost: (reason) => resolve(quoted(reason)),
    }),
  )
}

async function reportEvents(call: Call, events: Events, report: Rows['report']) {
  if (!events) return report('events read', 'not possible', 'this server has no second connection for them')
  // That connection may have opened after the session was changed for the first time.
  call.send({ type: 'session.update', session: { type: 'realtime', instructions } })
  const none = 'no `session.updated` has come over the second connection'
  const problem = await Promise.race([events, sleep(limits.soon, none, { ref: false })])
  report('events read', problem ? 'failed' : 'ok', problem)
}

/** Sends instructions, tools and settings as the page does. */
async function isConfirmed(call: Call, provider: VoiceProvider, report: Rows['report']): Promise<boolean> {
  const own = provider.session()
  const sent = own && settingsToSend(own)
  const refused: string[] = []
  let isRepeated = false
  const onRefused = (event: ProviderEvent) => {
    if (!sent?.leaveOut(event)) return false
    update()
    return true
  }
  const confirmation = confirmationOf({ instructions, tools: [tool] }, sent && onRefused)
  const update = () =>
    call.send({
      type: 'session.update',
      session: { type: 'realtime', instructions, tools: [tool], tool_choice: 'auto', ...sent?.settings },
    })
  const stop = call.on((event) => {
    if (event.type === 'error') refused.push(messageOf(event))
    if (confirmation.hear(event)) isRepeated = Object(event.session).instructions === instructions
  })
  const began = performance.now()
  update()
  const timer = setTimeout(confirmation.assume, limits.confirm)
  const outcome = await Promise.race([
    confirmation.confirmed.then(
      () => 'confirmed',
      (problem: Error) => problem.message,
    ),
    call.closed.then(() => 'the server has ended the call'),
    sleep(limits.connect, 'the server does not confirm them, so no talk begins'),
  ])
  clearTimeout(timer)
  stop()
  const said = refused.length > 0 ? `; it has refused something: ${refused.join(', ')}` : ''
  if (outcome !== 'confirmed') report('instructions confirmed', 'failed', outcome + said)
  else
    report(
      'instructions confirmed',
      'ok',
      isRepeated
        ? `after ${seconds(performance.now() - began)}${said}`
        : `this server does not repeat them, so Lisa trusts that it has them${said}`,
    )
  return outcome === 'confirmed'
}

type Answer = {
  said: string
  firstWordAt?: number
  called?: { name: string; call_id: string }
  problem?: string
}

type Asked = Pick<Call, 'send' | 'next'>

/** Asks for an answer, and waits until it is over. */
async function answerOf(call: Asked): Promise<Answer> {
  const answer: Answer = { said: '' }
  const over = call.next((event) => {
    if (event.type === 'response.output_audio_transcript.delta') answer.said += String(event.delta)
    if (event.type === 'response.output_audio_transcript.done') answer.said ||= String(event.transcript)
    if (answer.said) answer.firstWordAt ??= performance.now()
    if (event.type === 'error') answer.problem = messageOf(event)
    const item = Object(event.item) as { type?: unknown }
    if (event.type === 'response.output_item.done' && item.type === 'function_call')
      answer.called = event.item as Answer['called']
    // LocalAI sends nothing more after an error.
    return event.type === 'response.done' || event.type === 'error' || undefined
  }, limits.answer)
  call.send({ type: 'response.create' })
  if (!(await over)) answer.problem = `no answer within ${seconds(limits.answer)}`
  return answer
}

function answerTo(call: Asked, call_id: string): Promise<Answer> {
  call.send({
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id, output: goals },
  })
  return answerOf(call)
}

function reportTool({ called, said, ...answer }: Answer, second: Answer | undefined, report: Rows['report']) {
  if (called && second) {
    const isDone = second.problem === undefined
    report(
      'tool called',
      isDone ? 'ok' : 'failed',
      isDone ? called.name : `called, and then: ${second.problem}`,
    )
  } else if (called)
    report('tool called', 'failed', `the model called ${quoted(called.name)}, which does not exist`)
  else
    report(
      'tool called',
      'failed',
      said
        ? `the model spoke instead: ${quoted(said)}. Choose one that is made for tools`
        : problemOf({ said, ...answer }),
    )
}

const problemOf = ({ problem }: Answer) => problem ?? 'the answer had no words'

async function reportSound(call: Call, report: Rows['report']) {
  // A server may send the sound after it has said that the answer is over.
  for (let tries = 0; call.soundPackets() < 10 && tries < 50; tries++) await sleep(100)
  const heard = call.soundPackets() * 0.02
  if (heard < 0.2) report('voice heard', 'failed', 'no sound came from the server')
  else report('voice heard', 'ok', `${heard.toFixed(1)} s of sound`)
}

async function reportTranscription(
  call: Call,
  provider: VoiceProvider,
  { transcriptionModel: wanted }: Env['realtime'],
  report: Rows['report'],
) {
  const [used] = provider.transcriptionModels()
  if (wanted && !used)
    return report(
      'speech written down',
      'failed',
      `the server refuses ${wanted}, and all that could replace it`,
    )
  const clip = loadClip('ask-general')
  const written = call.next((event) => {
    if (event.type === 'conversation.item.input_audio_transcription.completed')
      return { text: String(event.transcript ?? '') }
    const isFailed = event.type === 'conversation.item.input_audio_transcription.failed'
    return isFailed || event.type === 'error' ? { problem: messageOf(event) } : undefined
  }, limits.answer)
  await call.speak(clip)
  const { text = '', problem } =
    (await (wanted ? written : Promise.race([written, sleep(limits.soon)]))) ?? {}
  const replaced = used === wanted ? '' : `with ${used}: the server does not have ${wanted}. `
  if (text.trim())
    report('speech written down', 'ok', `${replaced}${quoted(text)}, where ${quoted(clip.text)} was said`)
  else if (!wanted) report('speech written down', 'not set up', 'TRANSCRIPTION_MODEL is empty')
  else report('speech written down', 'failed', replaced + (problem ?? 'no words came back'))
}

async function hangUp(call: Call, provider: VoiceProvider, id: string, report: Rows['report']) {
  const began = performance.now()
  try {
    const outcome = await provider.hangUp(id)
    if (outcome === 'impossible')
      return report('hang-up', 'not possible', 'this server has none: the call ends with the page')
    if (outcome === 'unknown') return report('hang-up', 'failed', 'the server does not know the call')
    const isOver = await Promise.race([call.closed.then(() => true), sleep(limits.soon, false)])
    if (isOver) report('hang-up', 'ok', `the call ended after ${seconds(performance.now() - began)}`)
    else report('hang-up', 'failed', 'the server accepts it, but the call goes on')
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    report('hang-up', 'failed', error.message)
  }
}

const messageOf = ({ error }: ProviderEvent) =>
  quoted(String(Object(error).message ?? 'an error without a message'))
