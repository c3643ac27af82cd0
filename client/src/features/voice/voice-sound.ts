/** Lisa's voice, which is silent until it is played: nothing may be heard before she has her instructions. */
export function openSound(): HTMLAudioElement {
  const element = document.createElement('audio')
  element.muted = true
  return element
}

/** Some browsers play sound only after a tap: then tells so, and is called again from one. */
export function playSound(element: HTMLAudioElement, onBlocked: (isBlocked: boolean) => void) {
  element.muted = false
  element.play().then(
    () => onBlocked(false),
    (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError' && onBlocked(true),
  )
}
