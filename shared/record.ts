import { byLine, bySlash, joinedOnce, type Separator } from './joined-text'

// A record is what a person fills in: an entry, a goal. Its fields are declared once, and all code that reads or writes them
// uses that declaration. Without Zod, so that each screen can load it: record-input.ts makes the rules for what comes in, record-view.ts those for what is shown.

/** A calendar day, as `YYYY-MM-DD`. */
type DayField = { kind: 'day'; label: string }

/**
 * One of a few words. A form begins with `fallback`, which is also stored for a missing one, unless it is `required`. Of one
 * that is not, a row says under the name `chosenIn` whether somebody chose it; in values, a word that nobody chose is ''.
 */
type Choice = { label: string; values: readonly string[]; fallback: string } & (
  { required: true; chosenIn?: never } | { required?: never; chosenIn: string }
)
type ChoiceField = { kind: 'choice' } & Choice

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

/** The id of another row of the same user, or none. What leaves it out leaves it unchanged. */
type LinkField = { kind: 'link'; label: string; refusal: string }
/** The ids of other rows of the same user, each once, in no order. What leaves them out leaves them unchanged. */
type LinksField = { kind: 'links'; label: string; most: number; refusal: string }

export type Field = DayField | ChoiceField | TextField | LinkField | LinksField
export type Fields = Record<string, Field>

export const day = <const T extends Omit<DayField, 'kind'>>(field: T) => ({ kind: 'day' as const, ...field })
export const choice = <const T extends Choice>(field: T) => ({
  kind: 'choice' as const,
  ...field,
})
export const text = <const T extends Omit<TextField, 'kind'>>(field: T) => ({
  kind: 'text' as const,
  ...field,
})

export const link = <const T extends Omit<LinkField, 'kind'>>(field: T) => ({
  kind: 'link' as const,
  ...field,
})
export const links = <const T extends Omit<LinksField, 'kind'>>(field: T) => ({
  kind: 'links' as const,
  ...field,
})

export type TextName<F extends Fields> = {
  [N in keyof F & string]: F[N] extends { kind: 'text' } ? N : never
}[keyof F & string]

type WordOf<T> = T extends { kind: 'choice'; values: readonly (infer Word)[] }
  ? Word
  : T extends { kind: 'links' }
    ? string[]
    : string

/** As a form holds them: no text is '', whether it is stored as '' or as null, and so is no link and a word that nobody chose. */
export type ValuesOf<F extends Fields> = {
  [N in keyof F]: WordOf<F[N]> | (F[N] extends { chosenIn: string } ? '' : never)
}

type LinkedApart<F extends Fields> = {
  [N in keyof F & string]: F[N] extends { kind: 'links' } ? never : N
}[keyof F & string]

/** The names under which a row says whether a word was chosen. */
export type ChosenIn<F extends Fields> = {
  [N in keyof F]: F[N] extends { chosenIn: infer Name extends string } ? Name : never
}[keyof F]

/** As the database holds them. */
type StoredOf<F extends Fields> = {
  [N in keyof F]: F[N] extends { nullable: true } | { kind: 'link' } ? string | null : WordOf<F[N]>
} & { [Name in ChosenIn<F>]: boolean }

/** A row as it is stored, shown or sent, of which anything may be missing. One that is stored or shown has `ChosenIn` too. */
export type RowOf<F extends Fields> = { readonly [N in keyof F]?: ValuesOf<F>[N] | '' | null }

export function record<const F extends Fields>(fields: F) {
  type Name = keyof F & string
  type Values = ValuesOf<F>
  type Row = RowOf<F>
  const names = Object.keys(fields) as Name[]
  const fieldOf = (name: Name): Field => fields[name] as Field
  const texts = names.filter((name): name is TextName<F> => fieldOf(name).kind === 'text')
  const textField = (name: TextName<F>) => fieldOf(name) as TextField
  const isLinks = (name: Name) => fieldOf(name).kind === 'links'

  /** Makes the values of all fields, so that none can be forgotten. */
  const valuesFrom = (valueOf: (name: Name) => unknown) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Values

  const chosenInOf = (name: Name): string | undefined => {
    const field = fieldOf(name)
    return field.kind === 'choice' ? field.chosenIn : undefined
  }

  const isUnchosen = (row: object, name: Name): boolean => {
    const chosenIn = chosenInOf(name)
    return chosenIn !== undefined && (row as Record<string, unknown>)[chosenIn] === false
  }

  function missing(name: Name): string {
    const field = fieldOf(name)
    return field.kind === 'choice' && field.required ? field.fallback : ''
  }

  const values = (row: Row = {}): Values =>
    valuesFrom((name) =>
      isLinks(name) ? asSet(row[name]) : (!isUnchosen(row, name) && row[name]) || missing(name),
    )

  function isOfKind(name: Name, value: unknown): boolean {
    const field = fieldOf(name)
    if (field.kind === 'links') return Array.isArray(value) && value.every((id) => typeof id === 'string')
    return field.kind === 'choice' ? field.values.some((word) => word === value) : typeof value === 'string'
  }

  /** The fields of which a form begins with a word that nobody has chosen. */
  const preset = names.filter((name) => chosenInOf(name) !== undefined)

  /** `row` with what `change` has of the fields; a word that nobody chose says nothing. */
  function changed<R extends Row>(row: R, change: Row): R {
    const isSaid = (name: Name) =>
      preset.includes(name) ? !isUnchosen(change, name) && change[name] : change[name] !== undefined
    const said = names.filter(isSaid)
    const chosen = said.map(chosenInOf).filter((name) => name !== undefined && name in row)
    return {
      ...row,
      ...Object.fromEntries(said.map((name) => [name, change[name]])),
      ...Object.fromEntries(chosen.map((name) => [name, true])),
    }
  }

  /** The fields in which two versions differ. */
  function differences(a: Row, b: Row): Name[] {
    const [one, other] = [values(a), values(b)]
    return names.filter((name) => !isEqual(one[name], other[name]))
  }

  /** Changes each text of some values. */
  const withTexts = (from: Values, textOf: (name: TextName<F>) => string): Values =>
    valuesFrom((name) => (fieldOf(name).kind === 'text' ? textOf(name as TextName<F>) : from[name]))

  return {
    fields,
    names,
    /** The names of the text fields, in the order of the declaration. */
    texts,
    textField,
    labelOf: (name: Name) => fieldOf(name).label,
    questionOf: (name: TextName<F>) => textField(name).question ?? textField(name).label,
    /** The names of all columns; links to several rows are rows of their own. */
    columns: [...names.filter((name) => !isLinks(name)), ...preset.map(chosenInOf)] as (
      LinkedApart<F> | ChosenIn<F>
    )[],
    /** The values of a row, or of none. */
    values,
    /** As the database holds them: no text is null where the field is `nullable`. */
    stored(from: Values): StoredOf<F> {
      const empty = (field: Field) =>
        field.kind === 'choice' ? field.fallback : 'nullable' in field || field.kind === 'link' ? null : ''
      return {
        ...valuesFrom((name) => from[name] || empty(fieldOf(name))),
        ...Object.fromEntries(preset.map((name) => [chosenInOf(name), from[name] !== ''])),
      } as StoredOf<F>
    },
    withTexts,
    /** Without the spaces around texts that the server removes. */
    trimmed: (from: Values): Values =>
      withTexts(from, (name) => (textField(name).required ? String(from[name]).trim() : String(from[name]))),
    /** The usable fields of a stored value, which an older version or somebody else may have written. */
    read(stored: unknown): Partial<Values> {
      const found = Object(stored) as Record<string, unknown>
      const usable = names.filter((name) => isOfKind(name, found[name]) && !isUnchosen(found, name))
      return Object.fromEntries(usable.map((name) => [name, found[name]])) as Partial<Values>
    },
    changed,
    differences,
    isSame: (a: Row, b: Row): boolean => differences(a, b).length === 0,
    /** Whether any text has something in it. */
    hasWords: (row: Row): boolean => texts.some((name) => String(row[name] ?? '').trim()),
    /** Whether it names several other rows. */
    hasLinks: (row: Row): boolean => names.some((name) => isLinks(name) && asSet(row[name]).length > 0),
    isWithinLimits: (row: Row): boolean =>
      texts.every((name) => String(row[name] ?? '').length <= textField(name).limit),
    preset,
    /**
     * Puts together what two versions have changed of their common `base`; undefined if both have changed one field, each in its
     * own way. A field that `mine` lacks is unchanged in it.
     */
    merged(base: Row, saved: Row, mine: Row): Values | undefined {
      const [before, theirs] = [values(base), values(saved)]
      const ours = values(changed(base, mine))
      const isClash = (name: Name) =>
        !isLinks(name) &&
        theirs[name] !== before[name] &&
        theirs[name] !== ours[name] &&
        // What was moved to another day is asked about.
        (fieldOf(name).kind === 'day' || ours[name] !== before[name])
      if (names.some(isClash)) return undefined
      return valuesFrom((name) => {
        if (isLinks(name)) return mergedSets(theirs[name], ours[name], before[name])
        return ours[name] === before[name] ? theirs[name] : ours[name]
      })
    },
    /**
     * Joins two versions. If their common `base` is known, a field that only one version has changed is taken from that
     * version. Texts that both changed are joined, and so are links; other fields are taken from `mine`, if it has them.
     */
    both(saved: Row, mine: Row, base?: Row): Values {
      const [theirs, ours, before] = [values(saved), values(changed(saved, mine)), base && values(base)]
      return valuesFrom((name) => {
        if (isLinks(name)) return mergedSets(theirs[name], ours[name], before?.[name])
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

const asSet = (ids: unknown): string[] => [...new Set((ids ?? []) as string[])].sort()

const isEqual = (a: unknown, b: unknown) =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.join() === b.join())

/** What either version added to `before`, without what either removed. */
function mergedSets(theirs: unknown, ours: unknown, before: unknown): string[] {
  const [a, b, base] = [asSet(theirs), asSet(ours), asSet(before)]
  return asSet([...a, ...b]).filter((id) => (a.includes(id) && b.includes(id)) || !base.includes(id))
}

export type RecordOf<F extends Fields> = ReturnType<typeof record<F>>
