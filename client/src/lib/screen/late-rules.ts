import { useEffect, useMemo } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import { whenIdleLater } from './when-idle'

/** A save must not hang on a network that has gone silent. */
const longestWaitMs = 2_000
const tooLate = () => new Promise<undefined>((resolve) => setTimeout(resolve, longestWaitMs))

/**
 * The rules of a form, which are much code: `load` is called when idle, and for each check. It must not change. If they
 * cannot be loaded in time, only the server checks, with the same messages.
 */
export function useLateRules<V extends FieldValues, W>(load: () => Promise<Resolver<V, unknown, W>>) {
  useEffect(() => whenIdleLater(() => void load().catch(() => {})), [load])
  return useMemo<Resolver<V, unknown, W>>(
    () =>
      async (...form) => {
        const check = await Promise.race([load().catch(() => undefined), tooLate()])
        return check ? check(...form) : { values: form[0] as unknown as W, errors: {} }
      },
    [load],
  )
}
