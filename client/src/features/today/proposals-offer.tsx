import { useQuery } from '@tanstack/react-query'
import { FailureLine } from '@/components/load-failure'
import { proposalsCode } from '@/features/proposals/code-queries'
import { proposalQueries } from '@/features/proposals/proposals-queries'
import { isOutOfReach } from '@/lib/api/api'

/** What waits for the user's yes, if anything does; asked for once the day is there. */
export function ProposalsOffer() {
  const list = useQuery(proposalQueries.list())
  const code = useQuery({ ...proposalsCode, enabled: Boolean(list.data?.length) })
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
