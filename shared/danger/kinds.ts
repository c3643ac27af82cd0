/** Suicide and self-harm; an overdose or poison; violence at home, or abuse; danger to others. */
export const dangerKinds = ['self-harm', 'overdose', 'abuse', 'others'] as const
export type DangerKind = (typeof dangerKinds)[number]

export type DangerLevel = 'unmistakable' | 'near'

/** What is answered first of several: what is unmistakable, and of that an overdose, where minutes count. */
export const urgencyOf = ({ level, kind }: { level: DangerLevel; kind: DangerKind }): number =>
  (level === 'unmistakable' ? 2 : 0) + (kind === 'overdose' ? 1 : 0)
