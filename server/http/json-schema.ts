import { z } from 'zod'

export type Io = 'input' | 'output'

/** What a schema lets in, or gives out, as JSON Schema. */
export const jsonSchemaOf = (schema: z.core.$ZodType, io: Io) =>
  z.toJSONSchema(schema, {
    io,
    // The formats say the same as Zod's long patterns.
    override: ({ jsonSchema }) => void (jsonSchema.format && delete jsonSchema.pattern),
  })
