/** In -dBov, where smaller is louder. */
const speechLevel = 45
const packetMs = 20
/** Ignores clicks and coughs. */
const shortestMs = 60
/** A turn ends after `pauseMs` of silence, at the latest after `longestMs`. */
const pauseMs = 1000
export const longestMs = 8000

type Turn = { onStart: () => void; onEnd: () => void }

/** A simple voice activity detector. Expects the audio level of every packet, 50 per second. */
export function voiceActivity({ onStart, onEnd }: Turn) {
  let loudMs = 0
  let quietMs = 0
  let turnMs: number | undefined

  return {
    addLevel(level: number) {
      const isLoud = level < speechLevel
      loudMs = isLoud ? loudMs + packetMs : loudMs
      quietMs = isLoud ? 0 : quietMs + packetMs
      if (turnMs === undefined) {
        if (loudMs >= shortestMs) {
          turnMs = 0
          onStart()
        } else if (quietMs >= pauseMs) loudMs = 0
      } else if ((turnMs += packetMs) >= longestMs || quietMs >= pauseMs) this.endTurn()
    },
    /** Ends the current turn, if there is one. */
    endTurn() {
      const isTurn = turnMs !== undefined
      this.reset()
      if (isTurn) onEnd()
    },
    reset() {
      loudMs = 0
      quietMs = 0
      turnMs = undefined
    },
  }
}
