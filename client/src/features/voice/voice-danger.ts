const key = 'lisa-voice-danger'

/** Keeps the numbers of help in sight across the reload that ends a talk. */
export const keepDanger = () => attempt(() => sessionStorage.setItem(key, 'yes'))
export const wasInDanger = () => attempt(() => sessionStorage.getItem(key)) === 'yes'
export const forgetDanger = () => attempt(() => sessionStorage.removeItem(key))

/** Storage may be switched off. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
