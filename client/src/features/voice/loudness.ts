import type { Caption } from './voice-state'

type Speaker = Caption['speaker']

export type Loudness = {
  /** From 0 to 1, at this moment. */
  of: (speaker: Speaker) => number
  stop: () => void
}

const samples = new Float32Array(1024)
/** The level of loud speech, which counts as 1. */
const loudest = 0.2
/** The level of background noise, which counts as 0. */
const quietest = 0.01

/** Measures how loud both voices are, until it is stopped. Undefined if the browser cannot measure one of them. */
export function measureLoudness(streams: Record<Speaker, MediaStream>): Loudness | undefined {
  const context = new AudioContext()
  function listenTo(stream: MediaStream) {
    const analyser = new AnalyserNode(context, { fftSize: samples.length })
    context.createMediaStreamSource(stream).connect(analyser)
    return analyser
  }
  const stop = () => void context.close()
  try {
    const analysers = { You: listenTo(streams.You), Lisa: listenTo(streams.Lisa) }
    return {
      of(speaker) {
        analysers[speaker].getFloatTimeDomainData(samples)
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
        return Math.min(1, Math.max(0, Math.sqrt(power) - quietest) / loudest)
      },
      stop,
    }
  } catch {
    // Firefox refuses a microphone whose sample rate is not that of the speakers.
    stop()
    return undefined
  }
}
