import { byLine, bySlash, joinedOnce, type Separator } from './joined-text'

// A record is what a person fills in: an entry, a goal. Its fields are declared once, and all code that reads or writes them
// uses that declaration. Without Zod, so that each screen can load it: record-input.ts makes the rules for what comes in, record-view.ts those for what is shown.

/** A calendar day, as `YYYY-MM-DD`. */
type DayField = { kind: 'day'; label: string }

/** One of a few words. A form begins with `fallback`, which is also stored for a missing one, unless it is `required`. */
type ChoiceField = {
  kind: 'choice'
  label: string
  values: readonly string[]
  fallback: string
  required?: true
}

export type TextField = {
  kind: 'text'
  /** The heading of the text where an entry or a goal is read. */
  label: string
  /** In UTF-16 units. */
  limit: number
  /** What a form asks, if that is not the label. */
  question?: string
  /** Has to hold something that can be seen, and is stored without spaces around it. */
  required?: true
  /** No text is stored as null, else as ''. */
  nullable?: true
  /** One of a few short lines of the same kind: a text goes into whichever is free, and a slash separates two in one. */
  isSlot?: true
  /** Read aloud by the voice assistant. */
  spoken?: true
  /** Pages that were opened before the field existed do not send it: an update without it leaves it unchanged. */
  addedLater?: true
}

export type Field = DayField | ChoiceField | TextField
export type Fields = Record<string, Field>

export const day = <const T extends Omit<DayField, 'kind'>>(field: T) => ({ kind: 'day' as const, ...field })
export const choice = <const T extends Omit<ChoiceField, 'kind'>>(field: T) => ({
  kind: 'choice' as const,
  ...field,
})
export const text = <const T extends Omit<TextField, 'kind'>>(field: T) => ({
  kind: 'text' as const,
  ...field,
})

export type TextName<F extends Fields> = {
  [N in keyof F & string]: F[N] extends { kind: 'text' } ? N : never
}[keyof F & string]

/** As a form holds them: no text is '', whether it is stored as '' or as null. */
export type ValuesOf<F extends Fields> = {
  [N in keyof F]: F[N] extends { kind: 'choice'; values: readonly (infer Word)[] } ? Word : string
}

/** As the database holds them. */
type StoredOf<F extends Fields> = {
  [N in keyof F]: F[N] extends { nullable: true } ? string | null : ValuesOf<F>[N]
}

/** A row as it is stored, shown or sent, of which anything may be missing. */
export type RowOf<F extends Fields> = { readonly [N in keyof F]?: ValuesOf<F>[N] | '' | null }

export function record<const F extends Fields>(fields: F) {
  type Name = keyof F & string
  type Values = ValuesOf<F>
  type Row = RowOf<F>
  const names = Object.keys(fields) as Name[]
  const fieldOf = (name: Name): Field => fields[name] as Field
  const texts = names.filter((name): name is TextName<F> => fieldOf(name).kind === 'text')
  const textField = (name: TextName<F>) => fieldOf(name) as TextField

  /** Makes the values of all fields, so that none can be forgotten. */
  const valuesFrom = (valueOf: (name: Name) => unknown) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Values

  function missing(name: Name): string {
    const field = fieldOf(name)
    return field.kind === 'choice' ? field.fallback : ''
  }

  const values = (row: Row = {}): Values => valuesFrom((name) => row[name] || missing(name))

  function isOfKind(name: Name, value: unknown): boolean {
    const field = fieldOf(name)
    return field.kind === 'choice' ? field.values.some((word) => word === value) : typeof value === 'string'
  }

  /** `row` with what `change` has of the fields. */
  const changed = <R extends Row>(row: R, change: Row): R => ({
    ...row,
    ...Object.fromEntries(
      names.filter((name) => change[name] !== undefined).map((name) => [name, change[name]]),
    ),
  })

  /** The fields in which two versions differ. */
  function differences(a: Row, b: Row): Name[] {
    const [one, other] = [values(a), values(b)]
    return names.filter((name) => one[name] !== other[name])
  }

  return {
    fields,
    names,
    /** The names of the text fields, in the order of the declaration. */
    texts,
    textField,
    labelOf: (name: Name) => fieldOf(name).label,
    questionOf: (name: TextName<F>) => textField(name).question ?? textField(name).label,
    /** Something for each field. */
    mapFields: <T>(of: (name: Name) => T) => valuesFrom(of) as { [N in keyof F]: T },
    /** The values of a row, or of none. */
    values,
    /** As the database holds them: no text is null where the field is `nullable`. */
    stored: (from: Values) =>
      valuesFrom((name) =>
        from[name] === '' && 'nullable' in fieldOf(name) ? null : from[name],
      ) as StoredOf<F>,
    /** Changes each text of some values. */
    withTexts: (from: Values, textOf: (name: TextName<F>) => string): Values =>
      valuesFrom((name) => (fieldOf(name).kind === 'text' ? textOf(name as TextName<F>) : from[name])),
    /** The usable fields of a stored value, which an older version or somebody else may have written. */
    read(stored: unknown): Partial<Values> {
      const found = Object(stored) as Record<string, unknown>
      const usable = names.filter((name) => isOfKind(name, found[name]))
      return Object.fromEntries(usable.map((name) => [name, found[name]])) as Partial<Values>
    },
    changed,
    differences,
    isSame: (a: Row, b: Row): boolean => differences(a, b).length === 0,
    /** Whether any text has something in it. */
    hasWords: (row: Row): boolean => texts.some((name) => String(row[name] ?? '').trim()),
    isWithinLimits: (row: Row): boolean =>
      texts.every((name) => String(row[name] ?? '').length <= textField(name).limit),
    /** The fields of which a form begins with a word that nobody has chosen. */
    preset: names.filter((name) => {
      const field = fieldOf(name)
      return field.kind === 'choice' && !field.required
    }),
    /**
     * Puts together what two versions have changed of their common `base`; undefined if both have changed one field, each in its
     * own way. A field that `mine` lacks is unchanged in it.
     */
    merged(base: Row, saved: Row, mine: Row): Values | undefined {
      const [before, theirs] = [values(base), values(saved)]
      const ours = values(changed(base, mine))
      const isClash = (name: Name) =>
        theirs[name] !== before[name] &&
        theirs[name] !== ours[name] &&
        // What was moved to another day is asked about.
        (fieldOf(name).kind === 'day' || ours[name] !== before[name])
      if (names.some(isClash)) return undefined
      return valuesFrom((name) => (ours[name] === before[name] ? theirs[name] : ours[name]))
    },
    /**
     * Joins two versions. If their common `base` is known, a field that only one version has changed is taken from that
     * version. Texts that both changed are joined; other fields are taken from `mine`, if it has them.
     */
    both(saved: Row, mine: Row, base?: Row): Values {
      const [theirs, ours, before] = [values(saved), values(changed(saved, mine)), base && values(base)]
      return valuesFrom((name) => {
        if (before?.[name] === ours[name]) return theirs[name]
        if (before?.[name] === theirs[name] || fieldOf(name).kind !== 'text') return ours[name]
        return joinedOnce(String(theirs[name]), String(ours[name]), separatorOf(name as TextName<F>))
      })
    },
    separatorOf,
  }

  function separatorOf(name: TextName<F>): Separator {
    return textField(name).isSlot ? bySlash : byLine
  }
}

export type RecordOf<F extends Fields> = ReturnType<typeof record<F>>
