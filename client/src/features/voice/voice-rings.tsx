import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { Loudness } from './loudness'

/** Radii in pixels; `reach` is how much each circle can grow. */
const disc = { radius: 56, reach: 34 }
const rings = [
  { radius: 64, reach: 5, opacity: 0.5 },
  { radius: 72, reach: 9, opacity: 0.34 },
  { radius: 80, reach: 13, opacity: 0.18 },
]
/** The rings grow at once and shrink slowly, by this factor in each frame. */
const sinking = 0.9

/** Sound waves, as on the home screen: the rings follow Lisa's voice, the disc inside them follows the user's. */
export function VoiceRings(props: { measureLoudness: () => Loudness | undefined }) {
  const svg = useRef<SVGSVGElement>(null)
  const isStill = useReducedMotion()
  const measureLoudness = useEffectEvent(props.measureLoudness)
  useEffect(() => {
    const loudness = isStill ? undefined : measureLoudness()
    if (!loudness) return
    const [voice, ...waves] = svg.current?.children ?? []
    const levels = { You: 0, Lisa: 0 }
    const levelOf = (speaker: keyof typeof levels) =>
      (levels[speaker] = Math.max(loudness.of(speaker), levels[speaker] * sinking))
    let frame = requestAnimationFrame(draw)
    function draw() {
      const [you, lisa] = [levelOf('You'), levelOf('Lisa')]
      voice?.setAttribute('r', String(disc.radius + disc.reach * you))
      rings.forEach(({ radius, reach }, i) => waves[i]?.setAttribute('r', String(radius + reach * lisa)))
      frame = requestAnimationFrame(draw)
    }
    return () => {
      cancelAnimationFrame(frame)
      loudness.stop()
    }
  }, [isStill])
  return (
    <svg
      ref={svg}
      viewBox="-160 -160 320 320"
      className="pointer-events-none absolute top-1/2 left-1/2 -z-10 size-80 -translate-1/2 text-accent"
      fill="none"
      stroke="currentColor"
      aria-hidden
    >
      <circle r={disc.radius} fill="currentColor" stroke="none" opacity={0.15} />
      {rings.map(({ radius, opacity }) => (
        <circle key={radius} r={radius} opacity={opacity} />
      ))}
    </svg>
  )
}

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)')

function onMotionChange(notify: () => void) {
  const query = reducedMotion()
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

const useReducedMotion = () => useSyncExternalStore(onMotionChange, () => reducedMotion().matches)
