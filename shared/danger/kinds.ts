/** Suicide and self-harm; an overdose or poison; violence at home, or abuse; danger to others. */
export const dangerKinds = ['self-harm', 'overdose', 'abuse', 'others'] as const
export type DangerKind = (typeof dangerKinds)[number]

export type DangerLevel = 'unmistakable' | 'near'

/**
 * What is answered first of several: what is unmistakable, then an overdose, where minutes count, and then what is closer to
 * danger.
 */
export const urgencyOf = (danger: { level: DangerLevel; kind: DangerKind; isClose?: boolean }): number =>
  (danger.level === 'unmistakable' ? 4 : 0) + (danger.kind === 'overdose' ? 2 : 0) + (danger.isClose ? 1 : 0)
