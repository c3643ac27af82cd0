import type { QueryClient } from '@tanstack/react-query'
import { type GoalView, goalRecord, timelineLabels } from '@shared/goals'
import {
  entryRecord,
  type EntryValues,
  fillingIn,
  type JournalEntryView,
  type JournalTextField,
  moodLabels,
} from '@shared/journal'
import type { ProposalView } from '@shared/proposals'
import type { FieldText } from '@/components/field-texts'
import { putProposalIntoDraft } from '@/features/journal/draft-queries'
import { dayInText } from '@/lib/dates/moment'
import { draftOf } from '@/lib/saving/drafts'

/** What a proposal would write of an entry; what is no field of one is left out. */
function entryIn({ kind, payload }: ProposalView): Partial<EntryValues> {
  const { goalId, note, entryDate } = payload
  return entryRecord.read(
    kind === 'progress' ? { entryDate, goalProgress: note, goalIds: [goalId] } : payload,
  )
}

/** The ids of the goals that it names. */
export function goalsIn(proposal: ProposalView): string[] {
  if (proposal.kind !== 'goal') return entryIn(proposal).goalIds ?? []
  const { parentId } = goalRecord.read(proposal.payload)
  return parentId ? [parentId] : []
}

/** The day of the entry that it would be filled into. */
export const entryDayOf = (proposal: ProposalView): string | undefined =>
  proposal.kind === 'goal' ? undefined : entryIn(proposal).entryDate

/** Gives for one text of a proposal after another in which field of `written` it would be saved; undefined where it is there. */
function placesIn(written: JournalEntryView) {
  const filling = fillingIn(written)
  return (name: JournalTextField, text: string) => {
    const before = filling.entry()
    filling.add({ [name]: text })
    const after = filling.entry()
    return entryRecord.texts.find((place) => after[place] !== before[place])
  }
}

const isThere = 'Already there'

/** What it is about, and what saving it would change of `written`, the entry of its day. Its words are a program's, which may say anything. */
export function inWords(
  proposal: ProposalView,
  goals: GoalView[] | undefined,
  written?: JournalEntryView | null,
): { what: string; texts: FieldText[] } {
  const titleOf = (id: string) =>
    goals
      ? (goals.find((goal) => goal.id === id)?.title ?? 'A goal that is not there any more')
      : 'One of your goals'
  const textsOf = <Name extends string>(names: readonly Name[], values: Partial<Record<Name, unknown>>) =>
    names.flatMap((name) =>
      String(values[name] ?? '').trim() ? [[name, String(values[name])] as const] : [],
    )
  if (proposal.kind === 'goal') {
    const goal = goalRecord.read(proposal.payload)
    return {
      what: `New goal: ${goal.title}`,
      texts: [
        { label: goalRecord.labelOf('timeline'), text: timelineLabels[goal.timeline ?? 'monthly'] },
        ...(goal.parentId ? [{ label: goalRecord.labelOf('parentId'), text: titleOf(goal.parentId) }] : []),
        ...textsOf(goalRecord.texts, { ...goal, title: '' }).map(([name, text]) => ({
          label: goalRecord.labelOf(name),
          text,
        })),
      ],
    }
  }
  const entry = entryIn(proposal)
  const day = dayInText(entry.entryDate ?? '')
  const { goalIds = [], mood } = entry
  const placeOf = written ? placesIn(written) : (name: JournalTextField) => name
  const texts = textsOf(entryRecord.texts, entry).map(([name, text]) => {
    const place = placeOf(name, text)
    return { label: entryRecord.labelOf(place ?? name), text: place ? text : isThere }
  })
  const isLinked = (id: string) => written?.goalIds.includes(id)
  const goalsLabel = entryRecord.labelOf('goalIds')
  if (proposal.kind === 'progress')
    return {
      what: `Progress on ${day}: ${goalIds.map(titleOf).join('\n')}`,
      texts: [...texts, ...(goalIds.some(isLinked) ? [{ label: goalsLabel, text: isThere }] : [])],
    }
  const { mood: before } = entryRecord.values(written ?? {})
  const links = goalIds.map((id) => titleOf(id) + (isLinked(id) ? ' (already there)' : '')).join('\n')
  return {
    what: `Entry for ${day}`,
    texts: [
      ...(mood
        ? [
            {
              label: entryRecord.labelOf('mood'),
              text: !before ? moodLabels[mood] : before === mood ? isThere : `Stays ${moodLabels[before]}`,
            },
          ]
        : []),
      ...texts,
      ...(links ? [{ label: goalsLabel, text: links }] : []),
    ],
  }
}

/** Puts it into the draft of its form, and gives the form's address, with the state that it is opened with; undefined if this browser does not keep drafts. */
export async function putIntoForm(client: QueryClient, userId: string, proposal: ProposalView) {
  const { id, kind, payload } = proposal
  if (kind !== 'goal') {
    const entry = entryIn(proposal)
    const isPut = await putProposalIntoDraft(client, userId, id, entry)
    return isPut ? { address: `/journal/new?date=${entry.entryDate}` } : undefined
  }
  const draft = draftOf(userId, 'goal', id)
  const isPut =
    draft.read() ?? draft.write(goalRecord.read(payload), undefined, { isPut: true, proposals: [id] })
  return isPut ? { address: '/goals/new', state: { draft: id } } : undefined
}
