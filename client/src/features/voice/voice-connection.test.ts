import { expect, onTestFinished, test, vi } from 'vitest'
import { watchConnection } from './voice-connection'

/** A connection as Chromium tells of it. */
function connection() {
  vi.useFakeTimers()
  const pair = {
    id: 'pair',
    type: 'candidate-pair',
    requestsSent: 5,
    responsesReceived: 5,
    bytesReceived: 900,
  }
  const other = { ...pair, id: 'other', requestsSent: 40, responsesReceived: 0 }
  const transport = { id: 't', type: 'transport', selectedCandidatePairId: 'pair' }
  const peer = {
    connectionState: 'connected' as RTCPeerConnectionState,
    stats: [other, pair, transport] as object[],
    getStats: async () => new Map(peer.stats.entries()) as unknown as RTCStatsReport,
  }
  const told: boolean[] = []
  onTestFinished(watchConnection(peer, (isInterrupted) => told.push(isInterrupted)))
  /** A second passes. */
  const after = async (change: Partial<typeof pair> = {}) => {
    Object.assign(pair, change)
    other.requestsSent += 9
    await vi.advanceTimersByTimeAsync(1000)
    return told
  }
  return { peer, after }
}

test('it is interrupted once signs of life are asked for and none comes, until one does', async () => {
  const { after } = connection()
  await after()
  await after({ requestsSent: 7 })
  expect(await after({ requestsSent: 8, bytesReceived: 901 })).toEqual([])
  expect(await after({ requestsSent: 10 })).toEqual([])
  expect(await after({ requestsSent: 11 })).toEqual([true])
  expect(await after({ requestsSent: 30 })).toEqual([true])
  expect(await after({ requestsSent: 31, responsesReceived: 6 })).toEqual([true, false])
})

test('it is interrupted when a browser without these numbers says so', async () => {
  const { peer, after } = connection()
  peer.stats = []
  expect(await after()).toEqual([])
  peer.connectionState = 'disconnected'
  expect(await after()).toEqual([true])
})
