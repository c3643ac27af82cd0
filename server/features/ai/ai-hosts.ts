import type { Env } from '../../env'

/** The hosts that the words of talks and of texts go to, each absent if that model is not set up. */
export const aiHosts = ({ realtime, text }: Pick<Env, 'realtime' | 'text'>) => ({
  ...(realtime.isSetUp && { voiceHost: new URL(realtime.callsUrl).hostname }),
  ...(text && { textHost: new URL(text.baseUrl).hostname }),
})
