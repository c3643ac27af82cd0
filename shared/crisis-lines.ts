import { type Country, countryOf } from './zone-countries'

// Emergency numbers and crisis lines of every text that names them: change all of them here for other countries. No Zod,
// because the voice screen loads this file.
export type CrisisHelp = { line: string; number: string; emergency: string }

/** Free lines that answer at any hour, except Italy's (9 to 24). From the site that each comment names. */
const helpByCountry: Record<Country, CrisisHelp> = {
  // 988lifeline.org
  US: { line: '988 Suicide & Crisis Lifeline', number: '988', emergency: '911' },
  // 988.ca
  CA: { line: '9-8-8 Suicide Crisis Helpline', number: '988', emergency: '911' },
  // samaritans.org
  GB: { line: 'Samaritans', number: '116 123', emergency: '999' },
  // samaritans.org/ireland
  IE: { line: 'Samaritans', number: '116 123', emergency: '112' },
  // lifeline.org.au
  AU: { line: 'Lifeline', number: '13 11 14', emergency: '000' },
  // 1737.org.nz
  NZ: { line: '1737 Need to talk?', number: '1737', emergency: '111' },
  // sadag.org
  ZA: { line: 'SADAG Suicide Crisis Helpline', number: '0800 567 567', emergency: '112' },
  // telemanas.mohfw.gov.in
  IN: { line: 'Tele-MANAS', number: '14416', emergency: '112' },
  // sanidad.gob.es, Línea 024
  ES: { line: 'Línea 024', number: '024', emergency: '112' },
  // gob.mx/salud, Línea de la Vida
  MX: { line: 'Línea de la Vida', number: '800 911 2000', emergency: '911' },
  // argentina.gob.ar/salud/mental-y-adicciones
  AR: { line: 'Línea Nacional de Salud Mental', number: '0800 999 0091', emergency: '911' },
  // minsal.cl, Línea de Prevención del Suicidio; from mobile phones
  CL: { line: 'Línea de Prevención del Suicidio', number: '*4141', emergency: '131' },
  // gob.pe/minsa, Línea 113 Salud
  PE: { line: 'Línea 113 Salud (option 5)', number: '113', emergency: '106' },
  // asse.com.uy, Línea Vida
  UY: { line: 'Línea Vida', number: '0800 0767', emergency: '911' },
  // 3114.fr
  FR: { line: '3114', number: '3114', emergency: '112' },
  // preventionsuicide.be
  BE: { line: 'Centre de Prévention du Suicide', number: '0800 32 123', emergency: '112' },
  // 143.ch
  CH: { line: 'Tel. 143', number: '143', emergency: '112' },
  // 454545.lu
  LU: { line: 'SOS Détresse', number: '454545', emergency: '112' },
  // telefonseelsorge.de
  DE: { line: 'TelefonSeelsorge', number: '116 123', emergency: '112' },
  // telefonseelsorge.at
  AT: { line: 'TelefonSeelsorge', number: '142', emergency: '112' },
  // sns24.gov.pt, Linha Nacional de Prevenção do Suicídio
  PT: { line: 'Linha de Prevenção do Suicídio', number: '1411', emergency: '112' },
  // cvv.org.br
  BR: { line: 'CVV', number: '188', emergency: '192' },
  // telefonoamico.it
  IT: { line: 'Telefono Amico', number: '02 2327 2327', emergency: '112' },
}

export const emergencyNumbers = '911 or 112'
export const helplineDirectory = 'findahelpline.com'
const crisisLines = `988 (US, Canada), 116 123 (UK, Ireland) or see ${helplineDirectory}`

/** The help of the first zone whose country is known: a user may have left the timezone at UTC. */
export function crisisHelpIn(...timezones: (string | undefined)[]): CrisisHelp | undefined {
  const country = timezones.map((zone) => zone && countryOf(zone)).find((country) => country)
  return country ? helpByCountry[country] : undefined
}

/** The sentence for texts: at most 160 characters of GSM-7, so that it is one text. */
export const crisisSentences = {
  en: (help?: CrisisHelp) =>
    `I'm an AI, and you deserve to talk to a person: call ${help?.number ?? crisisLines}. In immediate danger call ${help?.emergency ?? emergencyNumbers}.`,
  de: (help?: CrisisHelp) =>
    `Ich bin eine KI, und du verdienst jetzt einen Menschen: ${help ? `Ruf ${help.number} an` : `${helplineDirectory} nennt Hilfe in deinem Land`}. Bei akuter Gefahr: ${help?.emergency ?? '112 oder 911'}.`,
  fr: (help?: CrisisHelp) =>
    `Je suis une IA, et tu mérites un humain maintenant : ${help ? `appelle le ${help.number}` : `vois ${helplineDirectory}`}. En danger immédiat : ${help?.emergency ?? '112 ou 911'}.`,
  es: (help?: CrisisHelp) =>
    `Soy una IA, y ahora mereces a una persona: ${help ? `llama al ${help.number}` : `mira ${helplineDirectory}`}. En peligro inmediato: ${help?.emergency ?? '112 o 911'}.`,
  pt: (help?: CrisisHelp) =>
    `Sou uma IA, e agora precisa de uma pessoa: ${help ? `ligue ${help.number}` : `veja ${helplineDirectory}`}. Em perigo imediato: ${help?.emergency ?? '112 ou 911'}.`,
  it: (help?: CrisisHelp) =>
    `Sono un'IA, e ora meriti una persona: ${help ? `chiama ${help.number}` : `guarda ${helplineDirectory}`}. In pericolo immediato: ${help?.emergency ?? '112 o 911'}.`,
}

/** Instructions to a model, for text messages and for voice. */
export function dangerInstructions(help?: CrisisHelp): string {
  const numbers = help
    ? `the emergency number (${help.emergency}), a crisis line (${help.number}, ${help.line}; ${helplineDirectory} elsewhere)`
    : `the emergency number (112 in Europe, 911 in the United States and Canada), a crisis line (988 in the United States and Canada, 116 123 in the United Kingdom and Ireland, ${helplineDirectory} elsewhere)`
  return `If the user speaks of hurting themselves or others, of suicide, of abuse, or is in danger, leave everything else. Say calmly that you are glad they told you, that you are an AI and that they deserve to talk to a person. Give them the numbers: ${numbers}.`
}
