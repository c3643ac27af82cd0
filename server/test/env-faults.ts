import { expect } from 'vitest'
import { EnvFaults, readEnv } from '../env'

export const secret = 'a session secret of thirty-two letters'
export const otherSecret = 'a token secret of thirty-two letters'

export function faultsOf(source: Record<string, string>): string[] {
  try {
    readEnv(source)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(EnvFaults)
    return (error as EnvFaults).faults
  }
}
