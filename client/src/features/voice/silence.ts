import type { Own } from './talk'

/** A silent stream in place of a microphone: the provider accepts no call without an audio track. */
export function silence(own: Own): MediaStream {
  const context = own(new AudioContext(), (opened) => opened.close())
  return context.createMediaStreamDestination().stream
}
