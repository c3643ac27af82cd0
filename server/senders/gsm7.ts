const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = '^{}\\[~]|€'

/** The length of `text` in GSM-7, of which a text message holds 160; NaN if it has other characters. */
export function gsm7Length(text: string): number {
  let length = 0
  for (const character of text)
    length += basic.includes(character) ? 1 : extended.includes(character) ? 2 : Number.NaN
  return length
}

/** What GSM-7 lacks and NFKD does not take apart. */
const plain: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‹': "'",
  '›': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '`': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '-',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
}

/**
 * `text` in GSM-7, with typographic characters and accents replaced and symbols left out: one other character more than
 * doubles the price of a text message. Unchanged in a script that GSM-7 does not have.
 */
export function inGsm7(text: string): string {
  const replaced = Array.from(text, replacement).join('')
  const isOtherScript = Array.from(replaced).some(
    (character) => /\p{L}/u.test(character) && !gsm7Length(character),
  )
  if (isOtherScript) return text
  const kept = Array.from(replaced).filter((character) => gsm7Length(character))
  return kept.join('').replace(/ {2,}/g, ' ').trim()
}

function replacement(character: string): string {
  if (gsm7Length(character)) return character
  return plain[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
}
