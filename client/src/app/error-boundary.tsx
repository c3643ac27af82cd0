import { RotateCwIcon } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type Props = { children: ReactNode }

/**
 * Shown when a screen's code cannot be loaded (no connection, or a newer version has been deployed) or throws.
 * Reloading helps in each case; unsaved text is kept as a draft.
 */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div role="alert" className="mx-auto flex max-w-column flex-col items-center px-5 py-16 text-center">
        <h1 className="font-serif text-xl font-medium text-balance">This page didn&apos;t load</h1>
        <p className="mt-2 text-balance text-muted">
          Check your connection and try again. There may also be a newer version of Lisa.
        </p>
        <Button variant="secondary" className="mt-6" onClick={() => window.location.reload()}>
          <RotateCwIcon />
          Retry
        </Button>
      </div>
    )
  }
}
