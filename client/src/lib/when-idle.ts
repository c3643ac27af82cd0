/** Runs the task when the browser is idle; returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1000)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(task, { timeout: 5000 })
  return () => window.cancelIdleCallback(handle)
}

const pauseMs = 500

/** The same for what would delay the screen, which is still being loaded when the browser is idle for the first time. */
export function whenIdleLater(task: () => void): () => void {
  let cancel = () => {}
  const timer = setTimeout(() => (cancel = whenIdle(task)), pauseMs)
  return () => {
    clearTimeout(timer)
    cancel()
  }
}
