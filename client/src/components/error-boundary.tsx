import { RotateCwIcon } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { cn } from '@/lib/screen/cn'
import { connection } from '@/lib/api/connection'
import { Button } from './ui/button'

type Props = {
  /** What has not loaded, if it is a part of a screen; the rest of the screen stays. */
  part?: string
  children: ReactNode
}

/**
 * Shown when the code of a screen, or of a part of one, throws or cannot be loaded (no connection, or a newer version
 * has been deployed). Reloading helps in each case, and is done once the connection is back; unsaved text is kept as a draft.
 */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  #unsubscribe = () => {}

  override componentDidMount() {
    this.#unsubscribe = connection.subscribe(() => {
      if (this.state.hasFailed && connection.now() === 'ok') window.location.reload()
    })
  }

  override componentWillUnmount() {
    this.#unsubscribe()
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const { part } = this.props
    const Title = part ? 'p' : 'h1'
    return (
      <div
        role="alert"
        className={cn(
          'mx-auto flex max-w-column flex-col items-center text-center',
          part ? 'px-4 py-8' : 'px-5 py-16',
        )}
      >
        <Title className={cn('font-serif text-balance', part ? 'text-lg' : 'text-xl font-medium')}>
          {part ?? 'This page'} didn&apos;t load
        </Title>
        <p className={cn('mt-2 text-balance text-muted', part && 'text-sm')}>
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
