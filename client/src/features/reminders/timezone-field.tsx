import { useDeferredValue, useMemo, useState } from 'react'
import { useController } from 'react-hook-form'
import { allTimezones, canonicalTimezone } from '@shared/timezones'
import { FormField } from '@/components/form-field'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import type { ReminderCardProps } from './settings-form'

/** A native select: typing a city finds it, phones show their own picker, and only real zones can be chosen. */
export function TimezoneField({ form }: Pick<ReminderCardProps, 'form'>) {
  const { field, fieldState } = useController({ control: form.control, name: 'timezone' })
  // Hundreds of options: the rest of the form is shown first.
  const isListed = useDeferredValue(true, false)
  // With the one that is set, which the browser may know and not list.
  const regions = useMemo(
    () => regionsOf([...new Set([...(isListed ? allTimezones() : []), field.value])]),
    [isListed, field.value],
  )
  const [mine] = useState(() => canonicalTimezone(new Intl.DateTimeFormat().resolvedOptions().timeZone))

  function takeMine() {
    field.onChange(mine)
    // The button disappears, so the focus moves to the field.
    form.setFocus('timezone')
  }

  return (
    <FormField label="Timezone" error={fieldState.error?.message}>
      {(control) => (
        <>
          <Select {...control} {...field}>
            {regions.map(([region, zones]) => (
              <optgroup key={region} label={region}>
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {placeOf(zone)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
          {mine && mine !== field.value && (
            <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button variant="secondary" onClick={takeMine}>
                Use my timezone
              </Button>
              <span className="text-sm text-muted">{mine}</span>
            </div>
          )}
        </>
      )}
    </FormField>
  )
}

/** 'America/New_York' is 'New York' in 'America'. */
const regionOf = (zone: string) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Universal')
const placeOf = (zone: string) => zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')

function regionsOf(zones: string[]): [region: string, zones: string[]][] {
  const regions = new Map<string, string[]>()
  for (const zone of zones) regions.set(regionOf(zone), [...(regions.get(regionOf(zone)) ?? []), zone])
  return [...regions]
}
