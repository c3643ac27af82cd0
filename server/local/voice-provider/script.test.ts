import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRealtimeSession } from './realtime-session'
import { runScript } from './script'

vi.setConfig({ testTimeout: 30_000 })

describe('the scripted Lisa', () => {
  type Event = { type: string } & Record<string, never>

  /** A client that answers every tool call with `output`, and what it was sent. */
  function talk(instructions: string, output = 'done') {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const events: Event[] = []
    const said: string[] = []
    const realtimeSession = createRealtimeSession({
      send(event) {
        events.push(event as Event)
        const item = event.item as { type: string; status: string; call_id: string } | undefined
        if (event.type !== 'response.output_item.done' || item?.type !== 'function_call') return
        setTimeout(() => {
          const answer = { type: 'function_call_output', call_id: item.call_id, output }
          realtimeSession.receive({ type: 'conversation.item.create', item: answer })
          realtimeSession.receive({ type: 'response.create' })
        })
      },
      play: async ({ text }) => void said.push(text),
      stopPlayback: () => {},
    })
    realtimeSession.open({})
    void runScript(realtimeSession)
    realtimeSession.receive({ type: 'session.update', session: { instructions } })
    realtimeSession.receive({ type: 'response.create' })
    const calls = () =>
      events
        .filter(({ type }) => type === 'response.function_call_arguments.done')
        .map(({ arguments: json }) => JSON.parse(String(json)))
    const speak = async () => {
      for (const level of [...Array(20).fill(20), ...Array(60).fill(127)])
        realtimeSession.addAudioLevel(level)
      await vi.advanceTimersByTimeAsync(3000)
    }
    return { events, said, calls, speak, realtimeSession }
  }

  test('reads the goals, asks, and adds a goal after eight seconds of silence', async () => {
    const { said, calls } = talk('Goal Setup Session')
    await vi.advanceTimersByTimeAsync(9000)
    expect(said.map((text) => text.slice(0, 11))).toEqual(["Hi, I'm Lis", 'May I add a'])
    expect(calls()).toEqual([{}])
    await vi.advanceTimersByTimeAsync(4000)
    expect(calls()).toMatchObject([{}, { timeline: 'monthly', title: expect.stringContaining('Demo') }])
    expect(said.at(-1)).toBe('Done! Your demo goal is saved.')
  })

  test('reads three days, asks, and fills in today once the user has spoken', async () => {
    const { said, calls, speak, events } = talk('Daily Journal Session. Today is (2026-11-21).')
    await vi.advanceTimersByTimeAsync(5000)
    await speak()
    expect(calls()).toMatchObject([{ days: 3 }, { entryDate: '2026-11-21' }])
    expect(said.at(-1)).toMatch(/^Done!/)
    expect(events.map(({ type }) => type)).toContain('input_audio_buffer.committed')
  })

  test('transcribes by the model of the session, which a name can make fail or be missing', async () => {
    const { speak, events, realtimeSession } = talk('')
    const use = (model: string) =>
      realtimeSession.receive({
        type: 'session.update',
        event_id: model,
        session: { type: 'realtime', audio: { input: { transcription: { model } } } },
      })
    const transcriptions = () =>
      events.flatMap(({ type }) => /input_audio_transcription\.(\w+)$/.exec(type)?.slice(1) ?? [])
    await vi.advanceTimersByTimeAsync(5000)
    await speak()
    expect(transcriptions()).toEqual([])
    use('failing-1')
    await speak()
    use('retired-1')
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      error: { event_id: 'retired-1', param: 'session.audio.input.transcription.model' },
    })
    await speak()
    use('writer')
    await speak()
    expect(transcriptions()).toEqual(['failed', 'failed', 'completed'])
    expect(realtimeSession.instructions()).toBe('')
  })

  test('goes on when the microphone falls away in the middle of a word', async () => {
    const { said, realtimeSession } = talk('Goal Setup Session')
    await vi.advanceTimersByTimeAsync(5000)
    for (let packet = 0; packet < 20; packet++) realtimeSession.addAudioLevel(20)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(said.at(-1)).toBe('Done! Your demo goal is saved.')
  })

  test('answers what was asked before it was ready', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const said: string[] = []
    const realtimeSession = createRealtimeSession({
      send: () => {},
      play: async ({ text }) => void said.push(text),
      stopPlayback: () => {},
    })
    realtimeSession.receive({ type: 'response.create' })
    void runScript(realtimeSession)
    await vi.advanceTimersByTimeAsync(1000)
    expect(said).toEqual([expect.stringMatching(/^Hi, I'm Lisa/)])
  })

  test('writes nothing in a general talk, and listens without end', async () => {
    const { said, calls, speak } = talk('General')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said).toHaveLength(2)
    await speak()
    await speak()
    expect(calls()).toEqual([{}])
    expect(said.map((text) => text.slice(0, 9))).toEqual(["Hi, I'm L", 'So, how a', 'Thank you', "That's al"])
  })

  describe('by text', () => {
    const write = async ({ realtimeSession }: ReturnType<typeof talk>, text: string) => {
      const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
      realtimeSession.receive({ type: 'conversation.item.create', item })
      realtimeSession.receive({ type: 'response.create' })
      await vi.advanceTimersByTimeAsync(3000)
    }

    test('takes a written message for an answer', async () => {
      const general = talk('General')
      await vi.advanceTimersByTimeAsync(9000)
      await write(general, 'I ran at the lake.')
      expect(general.said.map((text) => text.slice(0, 9))).toEqual(["Hi, I'm L", 'So, how a', 'Thank you'])
    })

    test('saves nothing when the answer is no, also before the question is over', async () => {
      const goals = talk('Goal Setup Session')
      await vi.advanceTimersByTimeAsync(1500)
      expect(goals.said.at(-1)).toMatch(/^May I/)
      goals.realtimeSession.receive({ type: 'response.cancel' })
      await write(goals, 'No, thanks.')
      await vi.advanceTimersByTimeAsync(20_000)
      expect(goals.said.at(-1)).toBe("All right, I won't add anything.")
      expect(goals.calls()).toEqual([{}])
    })

    test('asks before it writes, whatever was written while it greeted', async () => {
      const goals = talk('Goal Setup Session')
      await vi.advanceTimersByTimeAsync(500)
      goals.realtimeSession.receive({ type: 'response.cancel' })
      await write(goals, 'Hello!')
      expect(goals.said.at(-1)).toMatch(/^May I/)
      expect(goals.calls()).toEqual([])
    })
  })

  test('says so when what it would save waits for a tap', async () => {
    const { said } = talk('Goal Setup Session', 'Not saved yet: it waits')
    await vi.advanceTimersByTimeAsync(16_000)
    expect(said.at(-1)).toBe('It is not saved yet. It waits for your tap on the screen.')
  })

  test('says so when a tool has failed', async () => {
    const { said } = talk('Goal Setup Session', 'Failed to create goal: offline')
    await vi.advanceTimersByTimeAsync(16_000)
    expect(said.filter((text) => text === 'Hmm, something glitched.')).toHaveLength(2)
    expect(said.join()).not.toContain('saved')
  })
})
