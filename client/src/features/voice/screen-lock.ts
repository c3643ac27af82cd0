/** Keeps the screen on while it is held: a phone that locks hides the document, which ends the talk. */
export function screenLock() {
  let lock: Promise<WakeLockSentinel | undefined> | undefined
  return {
    hold() {
      lock ??= navigator.wakeLock?.request('screen').catch(() => undefined)
    },
    release() {
      void lock?.then((held) => held?.release()).catch(() => {})
      lock = undefined
    },
  }
}
