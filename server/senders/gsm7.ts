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

/** `text` in GSM-7, without the accents that it lacks; '' if it cannot be written. */
export function inGsm7(text: string): string {
  const plain = Array.from(text, (character) =>
    gsm7Length(character) ? character : character.normalize('NFKD').replace(/\p{M}/gu, ''),
  ).join('')
  return gsm7Length(plain) ? plain : ''
}
