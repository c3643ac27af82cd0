import { UploadIcon } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { importKinds } from '@shared/import-kinds'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { ConnectionError, isUnauthorized, messageOf } from '@/lib/api/api'
import { cn } from '@/lib/screen/cn'
import { ImportDone, ImportPreview } from './import-report'
import { Section } from '@/components/section'
import { SendingFile } from './sending-file'
import { UndoImport } from './undo-import'
import { useImport } from './use-import'
import { useUndoImport } from './use-undo-import'

export function ImportSection() {
  const undo = useUndoImport()
  const { file, sent, preview, importing, choose, confirm, reset } = useImport(undo.keep)
  const [isOver, setIsOver] = useState(false)
  const isBusy = preview.isPending || importing.isPending
  const report = importing.data ?? preview.data
  const error = importing.error ?? preview.error

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !isBusy) choose(dropped)
  }

  return (
    <Section
      title="Import"
      step={[preview.status, importing.status, undo.undoing.status].join()}
      text={`Lisa reads ${importKinds}. You see what comes in before anything changes, and nothing you've written is erased.`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cn(isOver && 'rounded-control outline-2 outline-offset-4 outline-accent outline-dashed')}
    >
      {!file && <FileButton label="Import" onFile={choose} />}
      {file && isBusy && (
        <SendingFile
          name={file.name}
          sent={sent}
          isImporting={importing.isPending}
          onCancel={importing.isPending && sent === 1 ? undefined : reset}
        />
      )}
      {error && !isUnauthorized(error) && (
        <Notice
          tone="warn"
          title={file ? `${file.name} was not imported` : 'The file was not imported'}
          actions={<FileButton label="Choose another file" onFile={choose} />}
        >
          {importing.error instanceof ConnectionError && sent === 1 ? mayBeDone : messageOf(error)}
        </Notice>
      )}
      {report && !isBusy && !error && (
        <>
          {importing.data ? (
            <ImportDone report={report}>
              <FileButton label="Choose another file" onFile={choose} />
            </ImportDone>
          ) : (
            <ImportPreview report={report} onConfirm={confirm} onCancel={reset}>
              <FileButton label="Choose another file" onFile={choose} />
            </ImportPreview>
          )}
        </>
      )}
      {!isBusy && (importing.data || !file) && (
        <UndoImport {...undo} isReported={Boolean(importing.data?.importId)} onUndone={reset} />
      )}
    </Section>
  )
}

const mayBeDone =
  "The connection broke off before Lisa answered, so the import may be done or not. It's safe to import the file again: what is here already stays as it is."

/** Opens the browser's dialog. The input itself cannot be styled, and is out of everybody's way. */
function FileButton({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="secondary" onClick={() => input.current?.click()}>
        {label === 'Import' && <UploadIcon />}
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".zip,.json,.csv,.md,.markdown,.txt,.daylio,.jrnl,.journal"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // So that the same file can be chosen again.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
