import { microphoneProblem, MicrophoneProblem } from './voice-problems'

/** Silent until `enabled` is set: nobody may hear the user before Lisa has her instructions. */
export async function openMicrophone(): Promise<MediaStream> {
  if (!navigator.mediaDevices)
    throw new MicrophoneProblem('The microphone only works on a secure (https) page.')
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  const stream = await navigator.mediaDevices.getUserMedia({ audio }).catch((error: unknown) => {
    throw microphoneProblem(error)
  })
  setEnabled(stream, false)
  return stream
}

export const closeMicrophone = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())

export const setEnabled = (stream: MediaStream, enabled: boolean) =>
  stream.getTracks().forEach((track) => (track.enabled = enabled))

type Callbacks = { onMuted: (isMuted: boolean) => void; onUnplugged: () => void }

/** The system or a switch on the headset may mute it, and it may be unplugged. */
export function watchMicrophone(stream: MediaStream, { onMuted, onUnplugged }: Callbacks) {
  const [track] = stream.getTracks()
  const tell = () => onMuted(track?.muted ?? false)
  track?.addEventListener('mute', tell)
  track?.addEventListener('unmute', tell)
  track?.addEventListener('ended', onUnplugged)
  if (track?.muted) tell()
}
