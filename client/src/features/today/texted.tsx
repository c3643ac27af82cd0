import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type EntryRow, hasText } from '@shared/journal'
import { PutIntoDraft } from '@/components/put-into-draft'
import { useUser } from '@/features/auth/use-user'
import { putIntoTodaysDraft } from '@/features/journal/draft-queries'

type Props = {
  texts: string[]
  /** They are of the day of the entry. */
  areOfDay: boolean
  /** As it is in its draft, or saved. */
  entry: EntryRow
  onPut: () => void
}

/** What the user has texted today, unless the entry has all of it when this appears. */
export function Texted({ texts, areOfDay, entry, onPut }: Props) {
  const client = useQueryClient()
  const { id } = useUser()
  const [isOffered] = useState(() => !texts.every((text) => hasText(entry, text)))
  if (!isOffered) return null

  async function put() {
    const isPut = await putIntoTodaysDraft(client, id, texts)
    onPut()
    return isPut
  }

  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3">
      <p className="text-sm text-muted">
        You texted {texts.length} {texts.length === 1 ? 'message' : 'messages'} today
      </p>
      {areOfDay && (
        <PutIntoDraft
          label="Put them into today's entry"
          put={put}
          elsewhere="They stay in your text messages."
        />
      )}
    </section>
  )
}
