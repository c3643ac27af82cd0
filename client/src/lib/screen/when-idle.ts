const pauseMs = 500
const longestMs = 2000

/** Runs the task when the browser is idle, or after a pause where it does not say so; returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!saysSo()) return afterPause(task)
  const handle = window.requestIdleCallback(task, { timeout: longestMs })
  return () => window.cancelIdleCallback(handle)
}

/** For what can wait: when the browser is idle for the first time, the screen is still being loaded. */
export function whenIdleLater(task: () => void): () => void {
  if (!saysSo()) return afterPause(task)
  let cancel = afterPause(() => (cancel = whenIdle(task)))
  return () => cancel()
}

/** Safari does not. */
const saysSo = () => 'requestIdleCallback' in window

function afterPause(task: () => void): () => void {
  const timer = setTimeout(task, pauseMs)
  return () => clearTimeout(timer)
}
