import type { UseMutationResult } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { IconButton } from './ui/icon-button'

type Props = {
  label: string
  /** Asked in the browser's own dialog. */
  question: string
  deletion: UseMutationResult<void, Error, void>
}

/**
 * Deletes the row (`data-row`) around it. If the focus was in that row, it moves to the next row, else to the previous
 * one, else to the list (`data-rows`, for a list that stays when it is empty) or the heading of the screen.
 */
export function DeleteButton({ label, question, deletion }: Props) {
  async function remove(button: HTMLElement) {
    if (!window.confirm(question)) return
    const moveFocus = focusMover(button)
    await deletion.mutateAsync().then(moveFocus, () => {})
  }
  return (
    <IconButton
      label={label}
      onClick={({ currentTarget }) => void remove(currentTarget)}
      pending={deletion.isPending}
    >
      <Trash2Icon />
    </IconButton>
  )
}

/** Looks up the neighbours while the row is still there. */
function focusMover(button: HTMLElement): () => void {
  const row = button.closest('[data-row]')
  const list = row?.closest<HTMLElement>('[data-rows]')
  const rows = [...(list ?? document).querySelectorAll('[data-row]')]
  const place = rows.findIndex((other) => other === row)
  const neighbour = rows[place + 1] ?? rows[place - 1]
  return () => {
    const { activeElement } = document
    if (activeElement !== document.body && !row?.contains(activeElement)) return
    const link = neighbour?.isConnected ? neighbour.querySelector('a') : undefined
    const target = link ?? list ?? document.querySelector('h1')
    target?.focus()
  }
}
