import { SendIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { controlStyle } from '@/components/ui/control-styles'
import { cn } from '@/lib/screen/cn'
import { draftOf } from '@/lib/saving/drafts'

export type WriteBoxProps = {
  userId: string
  /** Returns false if the message could not be sent. */
  onWrite: (text: string) => boolean
  onTyping: () => void
  takesFocus: boolean
}

/** Far below the size limit of a data channel message. */
const longest = 8000

/**
 * A text box for writing to Lisa in the same talk. It stays in view while the captions grow. Unsent text is kept for the
 * next talk.
 */
export function WriteBox({ userId, onWrite, onTyping, takesFocus }: WriteBoxProps) {
  const id = useId()
  const [draft] = useState(() => draftOf<string>(userId, 'talk', 'message'))
  const [text, setText] = useState(() => draft.read()?.values ?? '')

  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])

  function change(next: string) {
    setText(next)
    if (next) draft.write(next)
    else draft.remove()
  }
  function send(event: FormEvent) {
    event.preventDefault()
    if (text.trim() && onWrite(text.trim())) change('')
  }
  /** Enter sends, unless it ends a word in an input method editor. */
  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <form onSubmit={send} className="sticky-actions mt-5">
      <div className="flex w-full items-center gap-2">
        <label htmlFor={id} className="sr-only">
          Write to Lisa
        </label>
        <textarea
          ref={box}
          id={id}
          dir="auto"
          rows={1}
          maxLength={longest}
          placeholder="Write to Lisa"
          enterKeyHint="send"
          value={text}
          onChange={({ target }) => {
            onTyping()
            change(target.value)
          }}
          onKeyDown={sendOnEnter}
          className={cn(controlStyle, 'field-sizing-content max-h-40 min-h-touch resize-none')}
        />
        <IconButton type="submit" label="Send" className="-mr-3">
          <SendIcon />
        </IconButton>
      </div>
    </form>
  )
}
