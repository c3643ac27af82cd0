import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import {
  answersAt,
  countryToCall,
  emergenciesIn,
  helpFor,
  helplineDirectory,
  type HelpLine,
  hoursOf,
  linesIn,
} from '@shared/crisis-lines'
import type { Danger } from '@shared/danger/danger'
import type { DangerKind } from '@shared/danger/kinds'
import type { Country } from '@shared/zone-countries'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { buttonStyle } from '@/components/ui/button-styles'
import { helpQuery } from './voice-queries'

type Props = {
  timezones: (string | undefined)[]
  /** What the user's words tell of. */
  danger?: Pick<Danger, 'kind' | 'level'>
}

/** The link to numbers to call, which is always there, and the numbers once it is tapped or the user's words tell of danger. */
export function VoiceHelp({ timezones, danger }: Props) {
  const { data: help } = useQuery(helpQuery)
  const country = countryToCall({
    phoneCountry: help?.phoneCountry,
    timezones,
    language: navigator.language,
  })
  const [openings, setOpenings] = useState(0)
  const link = useRef<HTMLAnchorElement>(null)
  const isOpen = openings > 0
  function close() {
    setOpenings(0)
    link.current?.focus()
  }
  return (
    <>
      <a
        ref={link}
        href={`#${cardId}`}
        onClick={(event) => {
          event.preventDefault()
          setOpenings(openings + 1)
        }}
        className="-my-2 inline-flex min-h-touch items-center text-accent underline underline-offset-4"
      >
        Need help now?
      </a>
      {isOpen || danger?.level === 'unmistakable' ? (
        <VoiceHelpCard
          country={country}
          kind={isOpen ? undefined : danger?.kind}
          contact={help?.contact}
          openings={openings}
          onClose={isOpen ? close : undefined}
        />
      ) : (
        danger && <QuietNotice country={country} kind={danger.kind} />
      )}
    </>
  )
}

const cardId = 'help-now'

const words: Record<DangerKind | 'any', { title: string; text: string }> = {
  'self-harm': {
    title: 'You deserve a human now',
    text: 'Lisa is an AI. There are people who listen, whatever it is. In immediate danger call the emergency number.',
  },
  overdose: {
    title: 'Call the emergency number now',
    text: 'Even if you feel fine: harm can come hours later. Lisa is an AI and cannot see how you are.',
  },
  abuse: {
    title: 'You deserve a human now',
    text: 'It is not your fault. Lisa is an AI; there are people who stand by you. In immediate danger call the emergency number.',
  },
  others: {
    title: 'You deserve a human now',
    text: 'If you might hurt somebody, get away from them and call the emergency number. Lisa is an AI; there are people who listen.',
  },
  any: {
    title: 'People you can call',
    text: 'Lisa is an AI and nobody reads along. In immediate danger call the emergency number.',
  },
}

const subjects: Record<DangerKind, string> = {
  'self-harm': 'Thoughts of suicide, or any need to talk',
  overdose: 'Overdose or poison',
  abuse: 'Violence or abuse',
  others: 'Danger to others',
}
const subjectOf = (line?: HelpLine) => line?.kinds[0] && subjects[line.kinds[0]]

type CardProps = {
  country: Country | undefined
  /** Unknown where the user has asked: then the lines of all kinds are shown. */
  kind?: DangerKind
  /** Whom the operator names. */
  contact?: string | null
  /** How often the user has opened it: each time it takes the focus. */
  openings?: number
  onClose?: () => void
}

/** Numbers to call. It is scrolled into view, and stays for as long as the words that tell of danger. */
export function VoiceHelpCard({ country, kind, contact, openings = 0, onClose }: CardProps) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (openings) card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [openings])

  const lines = country ? linesIn(country, kind) : []
  const [now] = useState(() => new Date())
  const first = lines.find((line) => answersAt(line, now))
  const isEmergencyFirst = !kind || kind === 'overdose' || !first
  const emergencies = emergenciesIn(country, kind).map(({ name, number }) => (
    <CallLink key={number} number={number} isSecondary={!isEmergencyFirst} className="grow">
      {name} {number}
    </CallLink>
  ))
  const { title, text } = words[kind ?? 'any']
  return (
    <div ref={card} id={cardId} tabIndex={-1}>
      <Notice
        title={title}
        className="my-5"
        actions={
          <>
            {isEmergencyFirst && emergencies}
            {lines.map((line, index) => (
              <div key={line.number} className="w-full">
                {!kind && subjectOf(line) !== subjectOf(lines[index - 1]) && (
                  <p className="mt-1 font-medium">{subjectOf(line)}</p>
                )}
                <p className="mb-1">
                  {line.name}, {hoursOf(line)}
                </p>
                <CallLink
                  number={line.number}
                  isSecondary={isEmergencyFirst || line !== first}
                  className="w-full"
                >
                  Call {line.number}
                </CallLink>
              </div>
            ))}
            {!isEmergencyFirst && emergencies}
            <DirectoryLink />
            {onClose && (
              <Button variant="ghost" className="w-full" onClick={onClose}>
                Close
              </Button>
            )}
          </>
        }
      >
        <p>{text}</p>
        {contact && <p className="mt-1">You can also turn to: {contact}</p>}
      </Notice>
    </div>
  )
}

/** For words that only sound like danger. */
function QuietNotice({ country, kind }: { country: Country | undefined; kind: DangerKind }) {
  const [now] = useState(() => new Date())
  const help = country && helpFor(kind, country, now, navigator.language.split('-')[0])
  const isOverdose = kind === 'overdose'
  const line = help?.lines.find(({ kinds }) => !isOverdose || kinds.includes(kind))
  const emergencies = isOverdose ? emergenciesIn(country, kind) : []
  const numbers = [...emergencies, ...(line ? [line] : [])].map(({ number }) => number)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={notice}>
      <Notice
        title="That sounds heavy."
        className="my-5"
        actions={
          numbers.length ? (
            numbers.map((number) => (
              <CallLink key={number} number={number} isSecondary className="grow">
                Call {number}
              </CallLink>
            ))
          ) : (
            <DirectoryLink />
          )
        }
      >
        {quietWords[kind]}
        {line && (isOverdose || line.hours) && ` ${line.name} answers ${hoursOf(line)}.`}
      </Notice>
    </div>
  )
}

const quietWords: Record<DangerKind, string> = {
  'self-harm': 'If you are thinking of hurting yourself, or somebody hurts you, you can talk to a person.',
  overdose: 'If you have taken too much of something, call now, even if you feel fine.',
  abuse: 'If somebody hurts you or scares you, you can talk to a person.',
  others: 'If you are afraid that you might hurt somebody, you can talk to a person.',
}

const DirectoryLink = () => (
  <a
    href={`https://${helplineDirectory}`}
    target="_blank"
    rel="noreferrer"
    className={buttonStyle('secondary', 'grow')}
  >
    {helplineDirectory}
  </a>
)

type CallLinkProps = { number: string; isSecondary: boolean; className: string; children: ReactNode }

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
