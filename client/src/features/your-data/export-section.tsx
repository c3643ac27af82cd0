import { DownloadIcon } from 'lucide-react'
import { Notice } from '@/components/notice'
import { Section } from '@/components/section'
import { SignInAgain } from '@/components/sign-in-again'
import { Button } from '@/components/ui/button'
import { isUnauthorized, messageOf } from '@/lib/api/api'
import { needsRecentSignIn } from '@/lib/api/auth-errors'
import type { Exporting } from './use-export'

export function ExportSection({ exporting }: { exporting: Exporting }) {
  const { start, cancel, isPending, kind, received, done, error } = exporting
  const isLoading = (one: typeof kind) => isPending && kind === one
  return (
    <Section
      title="Export"
      step={isPending ? 'exporting' : 'idle'}
      text="One ZIP file with all you have in Lisa: pages to read and print, and data that Lisa can import again. Or your journal alone, as Day One imports it."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          className="grow"
          disabled={isPending}
          pending={isLoading('lisa')}
          onClick={() => start('lisa')}
        >
          {!isLoading('lisa') && <DownloadIcon />}
          Export everything
        </Button>
        <Button
          variant="secondary"
          className="grow"
          disabled={isPending}
          pending={isLoading('dayone')}
          onClick={() => start('dayone')}
        >
          For Day One
        </Button>
        <Button
          variant="ghost"
          className="grow"
          disabled={isPending}
          pending={isLoading('versions')}
          onClick={() => start('versions')}
        >
          With earlier versions
        </Button>
      </div>
      {isPending && (
        <div className="flex min-h-touch items-center justify-between gap-3 text-sm">
          <p className="tabular-nums">
            <span role="status">Exporting…</span> {received}
          </p>
          <Button variant="ghost" className="-mr-4 text-sm" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {needsRecentSignIn(error) && (
        <SignInAgain>
          An export holds everything you've written, so you can only make one within 15 minutes of signing in.
        </SignInAgain>
      )}
      {error && !needsRecentSignIn(error) && !isUnauthorized(error) && (
        <Notice tone="warn" title="The export didn't work">
          {messageOf(error)}
        </Notice>
      )}
      <p role="status" className="text-sm wrap-anywhere empty:hidden">
        {done && `${done.name} (${done.size}) is in your browser's downloads.`}
      </p>
    </Section>
  )
}
