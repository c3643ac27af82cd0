import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { apiFile } from '@/lib/api/api'
import { receiveZip, saveFile } from '@/lib/api/download'
import { pageUser } from '@/lib/api/page-user'
import { sizeText } from './size-text'

const kinds = {
  lisa: { format: 'lisa' },
  versions: { format: 'lisa', versions: 'true' },
  dayone: { format: 'dayone' },
} as const
type Kind = keyof typeof kinds
export type Exporting = ReturnType<typeof useExport>

/** An export that may take minutes. It goes on when its card is left, and is not saved once its user has signed out. */
export function useExport() {
  const [received, setReceived] = useState('')
  const cancellation = useRef(new AbortController())
  const { mutate, reset, variables, data, error, isPending } = useMutation({
    mutationFn: async (kind: Kind) => {
      setReceived('')
      cancellation.current = new AbortController()
      const { signal } = cancellation.current
      const answer = await apiFile('GET /api/export', { query: kinds[kind], signal })
      const { file, name } = await receiveZip(answer, (bytes) => setReceived(sizeText(bytes)))
      if (!pageUser.isOver) saveFile(file, name)
      return { name, size: sizeText(file.size) }
    },
  })
  return {
    start: mutate,
    cancel() {
      cancellation.current.abort()
      reset()
    },
    isPending,
    /** What is under way, or was last. */
    kind: variables,
    received,
    done: data,
    error,
  }
}
