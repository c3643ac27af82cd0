import * as z from 'zod/mini'
import { day } from './dates'
import type { Field, Fields, TextField } from './record'
import { boundedText, isVisible } from './text'

// In Zod's small form, since the forms of the browser check with it too.

/** No text is ''. */
const plainText = (limit: number) =>
  z.pipe(
    z.nullish(boundedText(limit)),
    z.transform((text) => text ?? ''),
  )

/** null and '' both clear it; undefined passes through, so that a PATCH leaves an absent field alone. */
const nullableText = (limit: number) =>
  z.pipe(
    z.nullish(boundedText(limit)),
    z.transform((text) => (text === '' ? null : text)),
  )

const requiredText = ({ label, limit }: TextField) =>
  boundedText(Number.MAX_SAFE_INTEGER).check(
    z.trim(),
    z.minLength(1, `${label} is required`),
    z.refine((text) => text === '' || isVisible(text), `${label} must have a character that can be seen`),
    z.maxLength(limit, `Must be at most ${limit.toLocaleString('en')} characters`),
  )

const inWords = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const requiredWord = <W extends string>(label: string, words: readonly W[]) =>
  z.enum(words, `${label} must be ${inWords(words)}`)

const wordOr = <W extends string>(label: string, words: readonly W[], fallback: W) =>
  z.pipe(
    z.nullish(z.union([z.enum(words), z.literal('')], `${label} must be ${inWords(words)}`)),
    z.transform((word) => word || fallback),
  )

type SchemaOf<F> = F extends { kind: 'day' }
  ? typeof day
  : F extends { kind: 'choice'; values: readonly (infer W extends string)[] }
    ? ReturnType<F extends { required: true } ? typeof requiredWord<W> : typeof wordOr<W>>
    : ReturnType<
        F extends { required: true }
          ? typeof requiredText
          : F extends { nullable: true }
            ? typeof nullableText
            : typeof plainText
      >

type Shape<F extends Fields> = { [N in keyof F]: SchemaOf<F[N]> }

function schemaOf(field: Field) {
  if (field.kind === 'day') return day
  const { label, required } = field
  if (field.kind === 'choice')
    return required ? requiredWord(label, field.values) : wordOr(label, field.values, field.fallback)
  if (required) return requiredText(field)
  return field.nullable ? nullableText(field.limit) : plainText(field.limit)
}

/** What may come in for a record: nothing that is not declared, whatever else a body holds. */
export const inputOf = <F extends Fields>({ fields }: { fields: F }) =>
  z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])) as Shape<F>,
  )

/** What replaces a record: the same, but a field with `addedLater` that is absent is undefined, so that it stays unchanged. */
export function replacementOf<F extends Fields>(record: { fields: F }) {
  const later = Object.entries(record.fields).filter(([, field]) => 'addedLater' in field)
  const kept = Object.fromEntries(later.map(([name, field]) => [name, keptIfAbsent(field as TextField)]))
  return z.extend(inputOf(record), kept) as unknown as ReturnType<typeof inputOf<F>>
}

const keptIfAbsent = ({ limit, nullable }: TextField) =>
  z.pipe(
    z.nullish(boundedText(limit)),
    z.transform((text) => (text === undefined ? undefined : text || (nullable ? null : ''))),
  )
