import { useEffect, useRef, type ReactNode } from 'react'
import { crisisHelpIn, helplineDirectory } from '@shared/crisis-lines'
import { buttonStyle } from '@/components/ui/button-styles'
import { Notice } from '@/components/notice'

/** Numbers to call, for a user whose words tell of danger. It is scrolled into view and stays for as long as the words do. */
export function VoiceHelpCard({ timezones }: { timezones: (string | undefined)[] }) {
  const help = crisisHelpIn(...timezones)
  const card = useRef<HTMLDivElement>(null)
  // In a block: newer browsers return a promise here, which React would call as the effect's cleanup.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={card}>
      <Notice
        title="You deserve a human now"
        className="my-5"
        actions={
          <>
            {help && (
              <CallLink number={help.number} className="w-full">
                Call {help.number}
              </CallLink>
            )}
            {(help ? [help.emergency] : ['112', '911']).map((number) => (
              <CallLink key={number} number={number} isSecondary={Boolean(help)} className="grow">
                Emergency {number}
              </CallLink>
            ))}
            <a
              href={`https://${helplineDirectory}`}
              target="_blank"
              rel="noreferrer"
              className={buttonStyle('secondary', 'grow')}
            >
              {helplineDirectory}
            </a>
          </>
        }
      >
        Lisa is an AI. {help ? `${help.line} listens` : 'There are people who listen'}, and you can call now,
        whatever it is. In immediate danger call the emergency number.
      </Notice>
    </div>
  )
}

type CallLinkProps = { number: string; isSecondary?: boolean; className: string; children: ReactNode }

function CallLink({ number, isSecondary, className, children }: CallLinkProps) {
  return (
    <a
      href={`tel:${number.replaceAll(' ', '')}`}
      className={buttonStyle(isSecondary ? 'secondary' : 'primary', className)}
    >
      {children}
    </a>
  )
}
