/** In -dBov: speech is louder (a smaller number) than this, a quiet room is not. */
const speechLevel = 45
const packetMs = 20
/** Less speech than this is a click or a cough. */
const shortestMs = 60
/** A pause of this length ends a turn; somebody who talks on is answered after the other. */
const pauseMs = 1000
export const longestMs = 8000

type Turn = { onStart: () => void; onEnd: () => void }

/** A crude voice activity detector over the levels of a sender's packets, of which there are fifty a second. */
export function hearing({ onStart, onEnd }: Turn) {
  let loudMs = 0
  let quietMs = 0
  let turnMs: number | undefined

  return {
    hear(level: number) {
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
    /** Ends the turn under way, if there is one. */
    endTurn() {
      const isTurn = turnMs !== undefined
      this.forget()
      if (isTurn) onEnd()
    },
    forget() {
      loudMs = 0
      quietMs = 0
      turnMs = undefined
    },
  }
}
