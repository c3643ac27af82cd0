import { useQuery } from '@tanstack/react-query'
import { placeOf } from '@shared/ai-place'
import type { AiSettings } from '@shared/ai-settings'
import { LoadFailure } from '@/components/load-failure'
import { SwitchField } from '@/components/switch-field'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { aiQueries, isAiOn, useSetAi } from './ai-queries'

function runsIn({ voiceHost, textHost }: AiSettings) {
  if (voiceHost && textHost && voiceHost !== textHost)
    return `Lisa's voice runs ${placeOf(voiceHost)}, her replies and summaries ${placeOf(textHost)}. `
  const host = voiceHost ?? textHost
  return host ? `Lisa runs ${placeOf(host)}. ` : ''
}

export function AiSwitch() {
  const { data, error, isPending, isFetching, refetch } = useQuery(aiQueries.settings())
  const setting = useSetAi()
  if (data)
    return (
      <SwitchField
        label="Use Lisa's AI"
        hint={
          data.offForAll
            ? 'It is switched off on this server, for everybody: there are no talks, and your texts are saved and get a fixed answer.'
            : `${runsIn(data)}When this is off, nothing of yours goes to an AI: there are no talks, and your texts are saved and get a fixed answer.`
        }
        checked={setting.isPending ? setting.variables : isAiOn(data)}
        disabled={setting.isPending || data.offForAll}
        onCheckedChange={(enabled) => setting.mutate(enabled)}
      />
    )
  return isPending ? (
    <Loading>
      <Skeleton className="h-18" />
    </Loading>
  ) : (
    <LoadFailure
      title="We couldn't load this setting"
      error={error}
      onRetry={() => void refetch()}
      pending={isFetching}
    />
  )
}
