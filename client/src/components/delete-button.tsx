import type { UseMutationResult } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { askToRemove } from '@/lib/screen/next-row'
import { IconButton } from './ui/icon-button'

type Props = {
  label: string
  /** Asked in the browser's own dialog. */
  question: string
  deletion: UseMutationResult<void, Error, void>
}

/** Deletes the row (`data-row`) around it. */
export function DeleteButton({ label, question, deletion }: Props) {
  return (
    <IconButton
      label={label}
      onClick={({ currentTarget }) => void askToRemove(currentTarget, question, deletion)}
      pending={deletion.isPending}
    >
      <Trash2Icon />
    </IconButton>
  )
}
