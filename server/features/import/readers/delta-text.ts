import * as z from 'zod'

/** Quill's format of formatted text: https://quilljs.com/docs/delta */
export const delta = z.object({
  ops: z.array(
    z.object({
      insert: z.unknown().optional(),
      attributes: z
        .object({ link: z.string().optional(), list: z.string().optional() })
        .nullish()
        .catch(null),
    }),
  ),
})

const bullets = new Map([
  ['bullet', '- '],
  ['ordered', '- '],
  ['checked', '- [x] '],
  ['unchecked', '- [ ] '],
])

/** Lists and links, `words (address)`, stay readable; other formats and embedded media are left out. */
export function deltaAsText({ ops }: z.infer<typeof delta>): string {
  const lines: string[] = []
  let line = ''
  for (const { insert, attributes } of ops) {
    if (typeof insert !== 'string') continue
    for (const [index, part] of insert.split('\n').entries()) {
      if (index > 0) {
        // The format of a line is that of the line break behind it.
        lines.push((bullets.get(attributes?.list ?? '') ?? '') + line)
        line = ''
      }
      const link = attributes?.link
      line += part && link && link !== part ? `${part} (${link})` : part
    }
  }
  return [...lines, line].join('\n').trim()
}
