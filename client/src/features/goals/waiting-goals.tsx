import { PencilIcon } from 'lucide-react'
import { IconButtonLink } from '@/components/ui/button-link'
import { WaitingToSend } from '@/components/waiting-to-send'
import { quietButtons } from './goal-item'
import type { WaitingGoal } from './use-waiting-goals'

/** New and changed goals that have not reached the server yet. */
export const WaitingGoals = ({ saves }: { saves: WaitingGoal[] }) => (
  <ul className="divide-y divide-line border-line not-last:border-b not-last:pb-4">
    {saves.map(({ id, key, values, base, savedAt }) => (
      <li key={id} className="group flex items-start gap-x-1 py-3 first:pt-0 last:pb-0">
        <div className="min-w-0 grow">
          <h3 dir="auto" className="font-serif wrap-anywhere">
            {values.title}
          </h3>
          <WaitingToSend savedAt={savedAt} className="mt-1" />
        </div>
        <div className={quietButtons}>
          <IconButtonLink
            href={base ? `/goals/edit/${base.id}` : '/goals/new'}
            state={{ waiting: key }}
            label={`Edit ${values.title}`}
          >
            <PencilIcon />
          </IconButtonLink>
        </div>
      </li>
    ))}
  </ul>
)
