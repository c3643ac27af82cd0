/** Runs the task when the browser is idle; returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1000)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(task, { timeout: 5000 })
  return () => window.cancelIdleCallback(handle)
}
