import {
  crisisNumbersOf,
  emergencyNumbers,
  helpFor,
  helplineDirectory,
  numberAndHours,
  numberOf,
} from '../crisis-lines'
import type { Country } from '../zone-countries'

/** Instructions to a model, for text messages and for voice. */
export function dangerInstructions(country: Country | undefined, now: Date): string {
  return `If the user speaks of suicide, of hurting themselves or others, of an overdose or poison, of abuse, or is in danger, leave everything else, and do not go back to goals or the journal. Say calmly that you are glad they told you, that you are an AI and that they deserve to talk to a person. Say back what you heard, without judging. Ask directly: "Are you thinking about killing yourself?" Then ask, one question at a time, whether they have at hand what they would do it with, and whether they are safe now. Stay with it. Give them the numbers: ${numbersToGive(country, now)}. Do not set down a goal that harms, such as extreme weight loss or stopping a prescribed medicine: talk about it, and ask what a doctor says. You are no therapist and no doctor; diagnose nothing.`
}

function numbersToGive(country: Country | undefined, now: Date): string {
  if (!country)
    return `the emergency number (${emergencyNumbers.europe} in Europe, ${emergencyNumbers.america} in the United States and Canada), which comes first for an overdose, and a crisis line (${crisisNumbersOf('US')} in the United States and Canada, ${crisisNumbersOf('GB')} in the United Kingdom and Ireland, ${helplineDirectory} elsewhere)`
  const crisis = helpFor('self-harm', country, now)
  const poison = helpFor('overdose', country, now).lines.find(({ kinds }) => kinds.includes('overdose'))
  const abuse = helpFor('abuse', country, now)
  const line = numberOf(crisis)
  return [
    `the emergency number (${crisis.emergency}${abuse.emergency === crisis.emergency ? '' : `, the police ${abuse.emergency}`})`,
    `a crisis line (${line ? `${line}, ${crisis.lines.map(({ name }) => name).join(' / ')}; ` : ''}${helplineDirectory} elsewhere)`,
    `for an overdose or poison ${crisis.emergency} first${poison ? `, then ${numberAndHours(poison)}` : ''}`,
    `for abuse ${numberOf(abuse) ?? abuse.emergency}`,
  ].join('; ')
}
