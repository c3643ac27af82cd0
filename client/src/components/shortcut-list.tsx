import { saveKeys } from '@/lib/screen/use-save-keys'

const shortcuts = [
  ['N', "Write today's entry"],
  ['/', 'Search your journal'],
  ['↓ or ↑', 'Go through the entries or goals of a list'],
  ['← or →', 'Read the day before or after'],
  [saveKeys.title, 'Save a form'],
  ['F8', 'Go to the last message'],
  ['?', 'Show this list'],
]

export const ShortcutList = () => (
  <dl className="divide-y divide-line text-sm">
    {shortcuts.map(([keys, action]) => (
      <div key={keys} className="flex items-baseline justify-between gap-4 py-2">
        <dt>
          <kbd className="inline-block rounded-control border border-line px-2 py-0.5 font-sans">{keys}</kbd>
        </dt>
        <dd className="text-right text-muted">{action}</dd>
      </div>
    ))}
  </dl>
)
