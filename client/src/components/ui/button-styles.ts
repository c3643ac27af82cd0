import { cn } from '@/lib/screen/cn'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-accent-ink hover:bg-[color-mix(in_oklab,var(--accent),var(--ink)_14%)]',
  secondary: 'border-control bg-card text-ink hover:bg-[color-mix(in_oklab,var(--card),var(--ink)_5%)]',
  ghost: 'border-transparent text-ink hover:bg-[color-mix(in_oklab,transparent,var(--ink)_6%)]',
  danger:
    'border-transparent bg-danger text-danger-ink hover:bg-[color-mix(in_oklab,var(--danger),var(--ink)_14%)]',
}

const shared =
  'inline-flex min-h-touch cursor-pointer items-center justify-center gap-2 rounded-control border font-medium transition-colors duration-150 select-none disabled:cursor-default disabled:opacity-60'

export const buttonStyle = (variant: ButtonVariant, className?: string) =>
  cn(shared, 'px-4 py-2 text-base', variants[variant], className)

export const iconButtonStyle = (className?: string) =>
  cn(shared, variants.ghost, 'min-w-touch shrink-0 text-muted hover:text-ink', className)
