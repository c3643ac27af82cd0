import type { ProviderEvent } from './provider-event'

/**
 * The settings of the session, for a server that takes none at the call. What it refuses is left out,
 * so that the talk can go on with the settings that the server chooses.
 */
export function settingsToSend(given: Record<string, unknown>) {
  // Without these two the SDK would send what the key says, or settings of its own.
  const settings: Record<string, unknown> = { audio: undefined, model: undefined, ...given }
  return {
    /** The SDK sends what is in here at that moment. */
    settings,
    /** Leaves out the setting that the error names, or all of them. Whether there was anything to leave out. */
    leaveOut({ error }: ProviderEvent): boolean {
      const named = /^session\.(\w+)/.exec(String(Object(error).param))?.[1]
      const refused = named ? [named] : Object.keys(settings).filter((name) => name !== 'type')
      const left = refused.filter((name) => !(name in settings) || settings[name] !== undefined)
      for (const name of left) settings[name] = undefined
      return left.length > 0
    },
  }
}
