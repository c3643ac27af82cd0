import { expect, test } from 'vitest'
import { isYes, keywordOf } from './keywords'

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  'STOP!!!',
  'Stop all',
  'STOPALL',
  '“stop”',
  'S.T.O.P.',
  'ｓｔｏｐ',
  'stop 🛑',
  'Unsubscribe',
  'CANCEL\n',
  'end',
  'Quit',
  'revoke',
  'opt-out',
  'OPT OUT',
])('%j turns reminders off', (text) => expect(keywordOf(text, false)).toBe('stop'))

test.each(['START', 'start.', 'Unstop', 'un stop'])('%j turns them on', (text) =>
  expect(keywordOf(text, false)).toBe('start'),
)

test.each(['YES', 'yes!'])(
  '%j turns them on for a number that said STOP, and is an answer otherwise',
  (text) => expect([keywordOf(text, true), keywordOf(text, false)]).toEqual(['start', undefined]),
)

test.each(['help', 'HELP?', 'Info', ' info\r\n'])('%j explains', (text) =>
  expect(keywordOf(text, false)).toBe('help'),
)

test.each([
  'I want to stop smoking',
  'stop it',
  'The end',
  'I quit my job',
  'started',
  'helpful',
  'constructor',
  '',
  '…',
  'nonstop',
  '💛',
  'Yes, it was good',
])('%j is part of the conversation', (text) => expect(keywordOf(text, true)).toBeUndefined())

// Written before the rule: 60 answers to "Shall I note it for Run a marathon?" of each kind, ten in each language.
const judged = {
  yes: `
    Yes, thanks | yes note it | Do it | 👍🏽 | Sure, thank you so much! | OK please | Yeah of course 😊 | Thanks, yes please | Yesss | go ahead, Lisa
    Sí, gracias | ¡Claro que sí! | vale, gracias | Sí por favor | por supuesto | Anótalo, porfa | sí sí | Dale 👍 | hazlo | Ok, muchas gracias
    oui stp | Oui, merci beaucoup | Volontiers | bien sûr ! | vas-y | Note-le s’il te plaît | ok merci | Oui avec plaisir | Ouais, d'accord | Avec plaisir, merci
    ja gern | Ja, gerne, danke | Na klar | Ja mach das | Sehr gerne | notier es bitte | natürlich | auf jeden Fall! | jep | Ja bitte, danke dir
    Sim, obrigada | claro que sim | Pode anotar | sim, por favor | Com certeza! | anota aí | pode sim | Sim sim | Tá bom, obrigado | Quero sim
    Sì, grazie mille | certo, grazie | Volentieri | Va bene grazie | Sì per favore | annotalo pure | Fai pure | d’accordo | Ok grazie | Sì dai`,
  notYes: `
    no thanks | Yes, but not today | not sure | thanks | yes and no | Sure? | Maybe, yes | yes I slept well | Yes 👎 | ok, later
    no, gracias | sí pero mañana | claro que no | gracias | sí y no | jajaja | ja ja | ya | si quieres | ¿Sí?
    non merci | oui mais pas aujourd'hui | bien sûr que non | merci | si tu veux | oui et non | pas la peine | c'est bon | Oui, 10 km | Ouais bof
    nein danke | ja, aber nicht heute | na ja | Danke | wenn du willst | jein | gern geschehen | lieber nicht | Ja bitte? | passt schon
    não, obrigado | sim, mas amanhã | claro que não | Já | obrigada | pode ser | se quiser | sim e não | deixa | Sim, amanhã
    no grazie | sì ma non oggi | certo che no | grazie | sì e no | se vuoi | assolutamente no | forse sì | Sì? | sì, domani`,
}
const answersIn = (list: string) => list.split(/[|\n]/).flatMap((answer) => answer.trim() || [])

test.each([
  'yes',
  'Yes!',
  'OK.',
  'okay',
  'Yes, please',
  'Sí',
  'Oui !',
  "d'accord",
  'Ja, bitte',
  'sim',
  'Sì',
  'va bene',
  ...answersIn(judged.yes),
])('%j says yes', (text) => expect([isYes(text), keywordOf(text, false)]).toEqual([true, undefined]))

test.each([
  'no',
  'yes but later',
  'not ok',
  'yesterday',
  'START',
  'STOP',
  '',
  '🙏',
  'ok google',
  'please thanks no',
  'Yes 😡',
  'ok 🙄',
  'sure 🤦',
  `${'danke sehr gerne '.repeat(600)}nein`,
  `si${' grazie mille grazie si'.repeat(2)} no`,
  ...answersIn(judged.notYes),
])('%j does not', (text) => expect(isYes(text)).toBe(false))
