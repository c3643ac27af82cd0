import { pageUser } from '@/lib/api/page-user'
import { savesOnDevice } from '@/lib/saving/stored-saves'

/** A warning about unsent changes on this device, which a sign-out removes, also those of users whose session has expired. */
export async function unsentWarning(): Promise<string> {
  const saves = await savesOnDevice()
  // Without IndexedDB nothing is kept on this device.
  if (!saves && !('indexedDB' in globalThis)) return ''
  if (!saves)
    return "This browser didn't say whether changes still wait to be sent. Any that do would be lost."
  const own = new Set(saves.filter(({ userId }) => userId === pageUser.id).map(({ key }) => key)).size
  if (own === 0 && saves.length === 0) return ''
  if (own === 0) return 'Changes of somebody else wait on this device to be sent, and would be lost.'
  return own === 1
    ? "1 change hasn't been sent yet, and would be lost."
    : `${own} changes haven't been sent yet, and would be lost.`
}
