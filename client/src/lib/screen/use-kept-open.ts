import { useState } from 'react'
import { keepOpen, wasOpen } from './navigation'

/** Whether a part of the screen is open, by its name; on the way back to the screen it is as it was left. */
export function useKeptOpen(part: string, isOpenAtFirst = false): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => wasOpen(part) ?? isOpenAtFirst)
  return [
    isOpen,
    (isOpen) => {
      setIsOpen(isOpen)
      keepOpen(part, isOpen)
    },
  ]
}
