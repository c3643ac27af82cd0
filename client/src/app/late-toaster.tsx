import { late } from '@/components/late'
import { useToasts } from '@/lib/screen/toast'

const Toaster = late(async () => (await import('@/components/ui/toaster')).Toaster)

export function LateToaster() {
  return <Toaster isNeeded={useToasts().length > 0} props={{}} />
}
