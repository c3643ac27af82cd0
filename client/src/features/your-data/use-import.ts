import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ImportReport } from '@shared/import'
import { ConnectionError } from '@/lib/api/api'
import { upload } from '@/lib/api/upload'

const largestFile = 200 * 1024 * 1024

/** The same file is sent twice: for a preview that changes nothing, and to be imported. */
export function useImport(onImported: (report: ImportReport) => void) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState(0)
  const cancellation = useRef(new AbortController())

  async function send(file: File, preview: boolean) {
    if (file.size > largestFile) throw new ConnectionError(tooLarge)
    setSent(0)
    cancellation.current = new AbortController()
    const query = { preview: String(preview), name: file.name }
    try {
      return await upload('POST /api/import', file, {
        query,
        signal: cancellation.current.signal,
        onSent: setSent,
      })
    } catch (error) {
      if (error instanceof ConnectionError && !(await isReadable(file))) throw new ConnectionError(unreadable)
      throw error
    }
  }

  const preview = useMutation({ mutationFn: (file: File) => send(file, true) })
  const importing = useMutation({
    mutationFn: (file: File) => send(file, false),
    onSuccess(report) {
      onImported(report)
      void client.invalidateQueries()
    },
  })

  function reset() {
    cancellation.current.abort()
    preview.reset()
    importing.reset()
    setFile(undefined)
  }
  return {
    file,
    /** From 0 to 1; then the server reads the file. */
    sent,
    preview,
    importing,
    choose(file: File) {
      reset()
      setFile(file)
      preview.mutate(file)
    },
    confirm: () => file && importing.mutate(file),
    reset,
  }
}

const tooLarge = 'This file is larger than 200 MB, which is the most that can be imported.'
const unreadable =
  "This file can't be read any more. It may have been changed or moved. Please choose it again."

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
