import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ProposalView } from '@shared/proposals'
import { FailureLine } from '@/components/load-failure'
import { proposalQueries } from '@/features/proposals/proposals-queries'
import { isOutOfReach } from '@/lib/api/api'

/** Gives the proposals, whose code loads when there is one. */
export type LoadProposals = () => Promise<{ Proposals: ComponentType<{ proposals: ProposalView[] }> }>

/** What waits for the user's yes, if anything does; asked for once the day is there. */
export function ProposalsOffer({ load }: { load: LoadProposals }) {
  const list = useQuery(proposalQueries.list())
  const code = useQuery({
    queryKey: ['proposals-code'],
    queryFn: async () => ({ Proposals: (await load()).Proposals }),
    enabled: Boolean(list.data?.length),
  })
  if (list.data && code.data) return <code.data.Proposals proposals={list.data} />
  const failed = [list, code].find(({ isError }) => isError)
  // That the server cannot be reached is said elsewhere.
  if (!failed || isOutOfReach(failed.error)) return null
  return (
    <FailureLine
      title="We couldn't load what waits for your yes."
      error={failed.error}
      onRetry={() => void failed.refetch()}
      pending={failed.isFetching}
    />
  )
}
