import type { UseMutationResult } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { focusMover } from '@/lib/next-row'
import { IconButton } from './ui/icon-button'

type Props = {
  label: string
  /** Asked in the browser's own dialog. */
  question: string
  deletion: UseMutationResult<void, Error, void>
}

/** Deletes the row (`data-row`) around it. */
export function DeleteButton({ label, question, deletion }: Props) {
  async function remove(button: HTMLElement) {
    if (!window.confirm(question)) return
    const moveFocus = focusMover(button)
    await deletion.mutateAsync().then(
      () => moveFocus(),
      () => {},
    )
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
