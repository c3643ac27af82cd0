import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { cn } from '@/lib/screen/cn'
import { controlStyle } from './control-styles'

type Props = ComponentProps<'textarea'>

const always = { dir: 'auto', rows: 1 }
const styleOf = (className: Props['className']) => cn(controlStyle, 'min-h-touch resize-none', className)

/** One line tall when empty, and as tall as its text. */
export function Textarea(props: Props) {
  if (!CSS.supports('field-sizing', 'content')) return <TextareaOverCopy {...props} />
  return <textarea {...always} {...props} className={cn(styleOf(props.className), 'field-sizing-content')} />
}

/** Without `field-sizing`: an invisible copy of the text, in the same cell of a grid, sets the height without measuring. */
function TextareaOverCopy({ className, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null)

  function copyText() {
    const text = box.current?.querySelector('textarea')?.value ?? ''
    // The zero-width space gives an empty last line its height.
    box.current?.firstElementChild?.replaceChildren(`${text}\u200B`)
  }
  // After every render: a form that is reset changes the text without an event.
  useLayoutEffect(copyText)

  return (
    <div ref={box} className="grid *:[grid-area:1/1]">
      <div aria-hidden className={cn(styleOf(className), 'invisible wrap-break-word whitespace-pre-wrap')} />
      <textarea {...always} {...props} onInput={copyText} className={styleOf(className)} />
    </div>
  )
}
