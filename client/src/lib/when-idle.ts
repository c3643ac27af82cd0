/** Runs the task once the page is shown and has nothing better to do; returns how to call it off. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1000)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(task, { timeout: 5000 })
  return () => window.cancelIdleCallback(handle)
}
