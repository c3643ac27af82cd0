import { ChevronDownIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cn } from '@/lib/screen/cn'
import { buttonStyle } from './ui/button-styles'

type Props = { ref?: Ref<HTMLButtonElement>; isOpen: boolean; onToggle: () => void; children: ReactNode }

/** Opens and folds what follows it. */
export const DisclosureButton = ({ ref, isOpen, onToggle, children }: Props) => (
  <button
    ref={ref}
    type="button"
    aria-expanded={isOpen}
    className={buttonStyle('ghost', '-mx-4 self-start text-sm text-muted')}
    onClick={onToggle}
  >
    {children}
    <ChevronDownIcon
      aria-hidden
      className={cn('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
    />
  </button>
)
