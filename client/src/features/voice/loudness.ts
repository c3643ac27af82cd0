import type { Caption } from './voice-state'

type Speaker = Caption['speaker']

export type Loudness = {
  /** From 0 to 1, at this moment. */
  of: (speaker: Speaker) => number
  /** While it is not, as in a call on an iPhone, both voices measure 0. */
  isRunning: () => boolean
  stop: () => void
}

const samples = new Float32Array(1024)
/** The level of loud speech, which counts as 1. */
const loudest = 0.2
/** The level of background noise, which counts as 0. */
const quietest = 0.01

/** Measures how loud these voices are until `stop` is called. Undefined if the browser cannot measure one of them. */
export function measureLoudness(streams: Partial<Record<Speaker, MediaStream>>): Loudness | undefined {
  let context: AudioContext | undefined
  const analysers = new Map<string, AnalyserNode>()
  const stop = () => void context?.close()
  try {
    context = new AudioContext()
    for (const [speaker, stream] of Object.entries(streams)) {
      const analyser = new AnalyserNode(context, { fftSize: samples.length })
      context.createMediaStreamSource(stream).connect(analyser)
      analysers.set(speaker, analyser)
    }
    return {
      of(speaker) {
        analysers.get(speaker)?.getFloatTimeDomainData(samples)
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
        return Math.min(1, Math.max(0, Math.sqrt(power) - quietest) / loudest)
      },
      isRunning: () => context?.state === 'running',
      stop,
    }
  } catch {
    // Firefox refuses a microphone whose sample rate is not that of the speakers.
    stop()
    return undefined
  }
}
