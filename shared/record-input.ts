import * as z from 'zod/mini'
import { day } from './day'
import type { Field, Fields, RowOf, TextField } from './record'
import { isVisible } from './text'
import { anyText, charactersUpTo, upTo } from './text-input'

// In Zod's small form, since the forms of the browser check with it too.

/** How long the text of a field may be. */
type Lengths = (field: TextField, name: string) => ReturnType<typeof upTo | typeof charactersUpTo>

const withinLimits: Lengths = ({ limit }) => upTo(limit)

/** Longer texts are there from when characters were counted: what `stored` has of them may stay, or be shortened. */
export const noLongerThan =
  (stored: RowOf<Fields>): Lengths =>
  ({ limit }, name) =>
    upTo(Math.max(limit, stored[name]?.length ?? 0))

/** As long as a text can have become. The server refuses one that is longer than what is stored. */
export const asLongAsEver: Lengths = ({ limit }) => charactersUpTo(limit)

type Checks = ReturnType<Lengths>

/** No text is ''. */
const plainText = (checks: Checks) =>
  z.pipe(
    z.nullish(anyText.check(...checks)),
    z.transform((text) => text ?? ''),
  )

/** null and '' both clear it; undefined passes through, so that a PATCH leaves an absent field alone. */
const nullableText = (checks: Checks) =>
  z.pipe(
    z.nullish(anyText.check(...checks)),
    z.transform((text) => (text === '' ? null : text)),
  )

const requiredText = ({ label }: TextField, checks: Checks) =>
  anyText.check(
    z.trim(),
    z.minLength(1, `${label} is required`),
    z.refine((text) => text === '' || isVisible(text), `${label} must have a character that can be seen`),
    ...checks,
  )

const inWords = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const requiredWord = <W extends string>(label: string, words: readonly W[]) =>
  z.enum(words, `${label} must be ${inWords(words)}`)

/** undefined if nobody chose one. */
const chosenWord = <W extends string>(label: string, words: readonly W[]) =>
  z.pipe(
    z.nullish(z.union([z.enum(words), z.literal('')], `${label} must be ${inWords(words)}`)),
    z.transform((word) => word || undefined),
  )

/** null and '' both remove it; undefined passes through. */
const oneLink = (refusal: string) =>
  z.pipe(
    z.nullish(z.union([z.guid(refusal), z.literal('')], refusal)),
    z.transform((id) => (id ? id.toLowerCase() : id === undefined ? undefined : null)),
  )

/** Sorted, each once; null removes all, undefined passes through. */
const someLinks = (refusal: string, most: number) =>
  z.pipe(
    z.pipe(
      z.nullish(z.array(z.guid(refusal), refusal)),
      z.transform((ids) =>
        ids === null ? [] : ids && [...new Set(ids.map((id) => id.toLowerCase()))].sort(),
      ),
    ),
    z.optional(z.array(z.string()).check(z.maxLength(most, `Choose at most ${most}`))),
  )

type SchemaOf<F> = F extends { kind: 'day' }
  ? typeof day
  : F extends { kind: 'link' }
    ? ReturnType<typeof oneLink>
    : F extends { kind: 'links' }
      ? ReturnType<typeof someLinks>
      : F extends { kind: 'choice'; values: readonly (infer W extends string)[] }
        ? ReturnType<F extends { required: true } ? typeof requiredWord<W> : typeof chosenWord<W>>
        : ReturnType<
            F extends { required: true }
              ? typeof requiredText
              : F extends { nullable: true }
                ? typeof nullableText
                : typeof plainText
          >

type Shape<F extends Fields> = { [N in keyof F]: SchemaOf<F[N]> }

function schemaOf(field: Field, name: string, lengths: Lengths) {
  if (field.kind === 'day') return day
  if (field.kind === 'link') return oneLink(field.refusal)
  if (field.kind === 'links') return someLinks(field.refusal, field.most)
  const { label, required } = field
  if (field.kind === 'choice')
    return required ? requiredWord(label, field.values) : chosenWord(label, field.values)
  const checks = lengths(field, name)
  if (required) return requiredText(field, checks)
  return field.nullable ? nullableText(checks) : plainText(checks)
}

/** What may come in for a record: nothing that is not declared, whatever else a body holds. */
export const inputOf = <F extends Fields>({ fields }: { fields: F }, lengths = withinLimits) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, schemaOf(field, name, lengths)]),
    ) as Shape<F>,
  )

/** What replaces a record: the same, but a field with `addedLater` that is absent is undefined, so that it stays unchanged, as a word does that nobody chose. */
export function replacementOf<F extends Fields>(record: { fields: F }) {
  const later = Object.entries(record.fields).filter(([, field]) => 'addedLater' in field)
  const kept = Object.fromEntries(later.map(([name, field]) => [name, keptIfAbsent(field as TextField)]))
  return z.extend(inputOf(record, asLongAsEver), kept) as unknown as ReturnType<typeof inputOf<F>>
}

const keptIfAbsent = (field: TextField) =>
  z.pipe(
    z.nullish(anyText.check(...asLongAsEver(field, ''))),
    z.transform((text) => (text === undefined ? undefined : text || (field.nullable ? null : ''))),
  )
