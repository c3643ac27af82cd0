import type { QueryClient } from '@tanstack/react-query'
import { type GoalView, goalRecord, timelineLabels } from '@shared/goals'
import { entryRecord, type EntryValues, moodLabels } from '@shared/journal'
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

/** What it is about, and what it would write. Its words are a program's, which may say anything. */
export function inWords(
  proposal: ProposalView,
  goals: GoalView[] | undefined,
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
  const links = (entry.goalIds ?? []).map(titleOf).join('\n')
  const texts = textsOf(entryRecord.texts, entry).map(([name, text]) => ({
    label: entryRecord.labelOf(name),
    text,
  }))
  if (proposal.kind === 'progress') return { what: `Progress on ${day}: ${links}`, texts }
  return {
    what: `Entry for ${day}`,
    texts: [
      ...(entry.mood ? [{ label: entryRecord.labelOf('mood'), text: moodLabels[entry.mood] }] : []),
      ...texts,
      ...(links ? [{ label: entryRecord.labelOf('goalIds'), text: links }] : []),
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
