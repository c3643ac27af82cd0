import { entryRecord, type JournalTextField } from '@shared/journal'

/** Texts that are more than words to a format that does not take care. */
export const hostileTexts = [
  '</style></script><script>broken()</script>&amp;"\'',
  '---\ndate: 1999-01-01\nmood: very-sad\n---',
  '# Not a heading\n## Nor this\n\\## nor this\n### but this',
  'emoji 👩‍👩‍👧 🏳️‍🌈 e\u0301',
  'שלום \u202e עולם',
  'line\u2028separator\u2029 \u0085 \ufeff\u0007 tab\tend',
  'x'.repeat(50_000),
  '1. one\r\n2. two\r\n\r\n    - three',
  '`code` *stars* _lines_ [link](javascript:alert(1)) <b>',
  '   ',
  '💛'.repeat(25_000),
]

/** One in each text field of an entry. */
export const hostileEntry = Object.fromEntries(
  entryRecord.texts.map((field, n) => [field, hostileTexts[n] ?? '']),
) as Record<JournalTextField, string>
