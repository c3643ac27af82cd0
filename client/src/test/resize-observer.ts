/** What is observed, and what the browser would call when its size has changed. */
export const observed: { target: Element; callback: ResizeObserverCallback; observer: ResizeObserver }[] = []

/** happy-dom's own never calls back. */
export class RecordingResizeObserver implements ResizeObserver {
  constructor(private readonly callback: ResizeObserverCallback) {}
  observe(target: Element) {
    observed.push({ target, callback: this.callback, observer: this })
  }
  unobserve() {}
  disconnect() {}
}
