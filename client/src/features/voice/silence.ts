import type { Own } from './talk'

/** In place of a microphone: the provider takes no call without a track of sound. */
export function silence(own: Own): MediaStream {
  const context = own(new AudioContext(), (opened) => opened.close())
  return context.createMediaStreamDestination().stream
}
