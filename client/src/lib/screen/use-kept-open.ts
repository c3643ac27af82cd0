import { useState } from 'react'
import { keepValue, keptValue } from './navigation'

/** A value of the screen, by its name. On the way back to the screen it is as it was left, and `isRestored` until it is set. */
export function useKeptValue<T>(name: string, atFirst: T) {
  const [{ value, isRestored }, setState] = useState(() => {
    const kept = keptValue(name) as T | undefined
    return { value: kept ?? atFirst, isRestored: kept !== undefined }
  })
  function setValue(value: T) {
    setState({ value, isRestored: false })
    keepValue(name, value)
  }
  return [value, setValue, isRestored] as const
}

/** Whether a part of the screen is open, by its name; on the way back to the screen it is as it was left. */
export const useKeptOpen = (part: string, isOpenAtFirst = false) => useKeptValue(part, isOpenAtFirst)
