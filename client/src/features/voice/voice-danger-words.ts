import { mentionsDanger } from '@shared/danger/danger'
import type { Caption } from './voice-state'

export const tellOfDanger = (captions: Pick<Caption, 'speaker' | 'text'>[]) =>
  captions.some(({ speaker, text }) => speaker === 'You' && mentionsDanger(text))
