import { useEffect, useMemo } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import { whenIdleLater } from './when-idle'

/**
 * The rules of a form, which are much code: `load` is called when idle, and for each check. It must not change. If they
 * cannot be loaded, only the server checks, with the same messages.
 */
export function useLateRules<V extends FieldValues, W>(load: () => Promise<Resolver<V, unknown, W>>) {
  useEffect(() => whenIdleLater(() => void load().catch(() => {})), [load])
  return useMemo<Resolver<V, unknown, W>>(
    () =>
      async (...form) => {
        const check = await load().catch(() => undefined)
        return check ? check(...form) : { values: form[0] as unknown as W, errors: {} }
      },
    [load],
  )
}
