import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Outbox, type Sender } from './outbox'

/** Whether the saves on this device have been taken up, so that a form can be opened with one that waits. */
export function useRestored<T, Row>(userId: string, sender: Sender<T, Row>): boolean {
  const client = useQueryClient()
  const { isSuccess } = useQuery({
    queryKey: ['saves on this device', sender.kind, userId],
    queryFn: () => Outbox.of(client).register(sender).restore(userId),
  })
  return isSuccess
}

/** Whether a form is shown although its row is not loaded: once it is, until the row has been, so that it does not vanish. */
export function useUnread(id: string, isUnread: boolean): boolean {
  const [shown, setShown] = useState<string>()
  if (isUnread && shown !== id) setShown(id)
  return isUnread || shown === id
}
