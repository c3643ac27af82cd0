import type { Own, Talk } from './realtime-talk'
import { closeMicrophone, openMicrophone } from './voice-microphone'
import { VoiceProblem } from './voice-problems'
import { openSound, playSound } from './voice-sound'

export type OpenTalk = {
  /**
   * Stops the connection and the microphone, even one that is granted later, and ends all callbacks. Calling it again is
   * harmless.
   */
  close: () => void
  /** For a tap, where the browser plays no sound without one. */
  playSound: () => void
}

const connectLimitMs = 20_000

/** In a chunk of its own with the SDK, the largest of the app. */
export const loadTalkCode = () =>
  import('./realtime-talk').catch(() => {
    throw new VoiceProblem("Part of Lisa didn't load. Check your connection and try again.")
  })

export function openTalk(talk: Talk): OpenTalk {
  if (!('RTCPeerConnection' in window)) {
    talk.onFailed(new VoiceProblem("This browser can't call Lisa. Try Firefox, Chrome or Safari."))
    return { close() {}, playSound() {} }
  }
  const release: (() => unknown)[] = []
  let isClosed = false

  function close() {
    isClosed = true
    for (const step of release.splice(0).reverse()) {
      try {
        step()
      } catch {
        // The SDK throws if there is nothing to interrupt; the remaining steps must still run.
      }
    }
  }
  const own: Own = (resource, free) => {
    release.push(() => free(resource))
    if (!isClosed) return resource
    close()
    throw new VoiceProblem('The call has ended.')
  }
  function end(report: () => void) {
    if (isClosed) return
    close()
    report()
  }

  const sound = own(openSound(), (element) => (element.srcObject = null))
  // First, while the browser still attributes it to the user's tap.
  const microphone = talk.isByText
    ? Promise.resolve(undefined)
    : (talk.isKeyFirst ? talk.getKey().then(openMicrophone) : openMicrophone()).then((stream) =>
        own(stream, closeMicrophone),
      )
  const connection = loadTalkCode().then(({ connect }) =>
    connect(talk, {
      microphone,
      sound,
      own,
      onEnd: (text) => end(() => talk.onEnded(text)),
      onLost: (problem) => end(() => talk.onLost(problem)),
    }),
  )
  inTime(microphone, connection).then(
    (live) => isClosed || talk.onConnected(live),
    (error: unknown) => end(() => talk.onFailed(error)),
  )
  return { close, playSound: () => playSound(sound, talk.onSoundBlocked) }
}

/** The time limit starts when the microphone has been granted. */
function inTime<T>(microphone: Promise<unknown>, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>
    const tooLong = () => reject(new VoiceProblem('This took too long. Please try again.'))
    const done = () => clearTimeout(timer)
    work.then(resolve, reject).finally(done)
    microphone.then(() => (timer = setTimeout(tooLong, connectLimitMs)), done)
  })
}
