import { createLog } from '../log'

/** A log that writes everything, and the lines that were written to it since the last `clear`. */
export function captureLog() {
  const lines: string[] = []
  return {
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    lines,
    text: () => lines.join(''),
    clear: () => void lines.splice(0),
  }
}
