import { providerSeconds } from './voice-key'

const warningSeconds = 120

type Callbacks = { onWarning: (left: string) => void; onEnd: () => void }

/** Ends a talk after `seconds`, and warns two minutes before. Returns how to stop that. */
export function limitTalk(seconds: number, { onWarning, onEnd }: Callbacks): () => void {
  const total = Math.min(seconds, providerSeconds)
  const left = Math.min(total, warningSeconds)
  const timers = [
    setTimeout(() => onWarning(spoken(left)), (total - left) * 1000),
    setTimeout(onEnd, total * 1000),
  ]
  return () => timers.forEach(clearTimeout)
}

function spoken(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes > 1 ? `${minutes} minutes` : minutes === 1 ? '1 minute' : 'Less than a minute'
}
