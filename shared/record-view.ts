import { z } from 'zod'
import { calendarDay, id } from './endpoint'
import type { ChosenIn, Field, Fields } from './record'

type ViewOf<F> = F extends { kind: 'choice'; values: readonly (infer W extends string)[] }
  ? z.ZodEnum<{ [K in W]: K }>
  : F extends { kind: 'day' }
    ? typeof calendarDay
    : F extends { kind: 'link' }
      ? z.ZodNullable<typeof id>
      : F extends { kind: 'links' }
        ? z.ZodArray<typeof id>
        : F extends { nullable: true }
          ? z.ZodNullable<z.ZodString>
          : z.ZodString

function viewOf(field: Field) {
  if (field.kind === 'day') return calendarDay
  if (field.kind === 'choice') return z.enum(field.values)
  if (field.kind === 'link') return id.nullable()
  if (field.kind === 'links') return z.array(id).describe('Sorted')
  return field.nullable && !field.required ? z.string().nullable() : z.string()
}

/** How the fields of a record are shown, as the shape of a Zod object. */
export const viewShapeOf = <F extends Fields>({ fields }: { fields: F }) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => [
      [name, viewOf(field)],
      ...(field.kind === 'choice' && field.chosenIn
        ? [[field.chosenIn, z.boolean().describe(`Whether somebody chose the ${name}`)]]
        : []),
    ]),
  ) as { [N in keyof F]: ViewOf<F[N]> } & { [Name in ChosenIn<F>]: z.ZodBoolean }
