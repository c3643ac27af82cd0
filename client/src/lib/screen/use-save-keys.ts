import { useEffect, useEffectEvent } from 'react'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What the save button of such a form says about its keys. */
export const saveKeys = {
  title: isApple ? '⌘S or ⌘Enter' : 'Ctrl+S or Ctrl+Enter',
  'aria-keyshortcuts': isApple ? 'Meta+S Meta+Enter' : 'Control+S Control+Enter',
}

/** Ctrl or Cmd with S or Enter saves, wherever the focus is, in place of the browser's dialog for saving a page. */
export function useSaveKeys(save: () => void) {
  const onSave = useEffectEvent(save)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isSaveKey(event)) return
      event.preventDefault()
      if (!event.repeat) onSave()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isSaveKey(event: KeyboardEvent): boolean {
  // Not AltGr, which is Ctrl+Alt on Windows and types letters.
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return false
  // A link opens in a new tab.
  if (event.key === 'Enter') return !(event.target instanceof Element && event.target.closest('a'))
  // On a keyboard of another script, the key has the place of S.
  return /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === 's' : event.code === 'KeyS'
}
