import { Volume2Icon } from 'lucide-react'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import type { NoticeKind, VoiceState } from './voice-state'

const titles: Record<NoticeKind, string> = {
  connection: 'Reconnecting…',
  microphone: 'Your microphone is muted',
  unwritten: 'What you say is not written down',
  answer: "Lisa couldn't answer",
  tool: 'This was not done',
  limit: 'This talk ends soon',
  idle: 'Are you still there?',
}
const kinds = Object.keys(titles) as NoticeKind[]

type Props = { state: VoiceState; onPlaySound: () => void }

/** What keeps a talk that is under way from going as it should. */
export function VoiceNotices({ state: { status, notices, isSoundBlocked }, onPlaySound }: Props) {
  if (status !== 'connected') return null
  return (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {isSoundBlocked && (
        <Button onClick={onPlaySound}>
          <Volume2Icon />
          Tap to hear Lisa
        </Button>
      )}
      {kinds
        .filter((kind) => notices[kind])
        .map((kind) => (
          <Notice key={kind} tone={kind === 'microphone' ? 'warn' : 'info'} title={titles[kind]}>
            {notices[kind]}
          </Notice>
        ))}
    </div>
  )
}
