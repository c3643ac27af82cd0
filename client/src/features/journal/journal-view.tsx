import { Button } from '@/components/ui/button'

const views = { days: 'Days', lines: 'Lines' }
export type View = keyof typeof views

/** Of the device, in a cookie, as lib/device/shortcuts.ts keeps its setting. */
export const keptView = (): View => (document.cookie.includes('lisa.journal=lines') ? 'lines' : 'days')

function keepView(view: View) {
  document.cookie = `lisa.journal=lines; path=/; max-age=${view === 'lines' ? 400 * 86_400 : 0}; samesite=lax`
}

/** Whether the journal is shown as whole entries or as a line for each day. */
export function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <div role="group" aria-label="View" className="flex">
      {(Object.keys(views) as View[]).map((name) => (
        <Button
          key={name}
          variant="ghost"
          aria-pressed={name === view}
          className={name === view ? 'bg-accent-soft px-2! text-accent! forced-colors:underline' : 'px-2!'}
          onClick={() => {
            keepView(name)
            onView(name)
          }}
        >
          {views[name]}
        </Button>
      ))}
    </div>
  )
}
