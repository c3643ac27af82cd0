/** Suicide and self-harm; an overdose or poison; violence at home, or abuse; danger to others. */
export const dangerKinds = ['self-harm', 'overdose', 'abuse', 'others'] as const
export type DangerKind = (typeof dangerKinds)[number]
