import type { TalkMemory } from '@shared/talks'
import { SwitchField } from '@/components/switch-field'
import { useSetMemory } from './voice-queries'

/** Whether Lisa may read the whole journal, and to whom that goes. */
export function ReadsJournal({ memory }: { memory: TalkMemory }) {
  const setting = useSetMemory()
  const isOn = (setting.isPending ? setting.variables.readsJournal : undefined) ?? memory.readsJournal
  const whom = memory.isSummarised
    ? 'to the voice provider in a talk. When you text her, it goes to the text model, and her answer to your phone'
    : 'to the voice provider'
  return (
    <SwitchField
      label="Let Lisa read my whole journal"
      hint={
        isOn
          ? `Lisa can look up every day. What she looks up goes ${whom}.`
          : `In a talk Lisa reads only parts of your latest entries. When this is on, she can look up every day, and what she looks up goes ${whom}.`
      }
      checked={isOn}
      disabled={setting.isPending}
      onCheckedChange={(readsJournal) => setting.mutate({ readsJournal })}
    />
  )
}
