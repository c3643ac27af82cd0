import { describe, expect, test } from 'vitest'
import { markerLine } from '../reminders/reply-address'
import { writtenWords } from './written-words'

const lisa = 'lisa@lisa.test'
const attribution = 'On Sat, Nov 21, 2026 at 7:00 PM Lisa <lisa@lisa.test> wrote:'
const gmail = `\n\n${attribution}\n\n> ${markerLine}\n> Hello Ana,\n> -- \n> Settings\n`
const outlook = `\n\n________________________________\nFrom: Lisa <lisa@lisa.test>\nSent: Saturday, 21 November 2026 19:00\nTo: Ana\nSubject: Time for your journal\n\n${markerLine}\n\nHello Ana,\n`

describe('a word of the writer is never given up', () => {
  test.each([
    'Cheers,\n\nsaid the man at the bar, and left.',
    'Regards to nobody.\n\n--\n\nA second thought.',
    'Sent with a heavy heart to Mum by mail',
    'Sent from the opposite side of the world',
    'Outlook for tomorrow: rain',
    'On Monday I wrote to Ben:\nnothing new.',
    'He said at 19:30:',
    'From: nowhere\nTo: nowhere else',
    'Dinner at 19:30 with Bea.',
    '----- a line of mine -----',
    '> a line that I have marked myself\n\nand one more',
    'Write above this line, they say.',
    'Sent from home my application to Samsung, and they answered!',
    'Outlook for Windows crashed and I lost the report.',
    'At 10:30 Tom wrote to me:',
    'My trip.\n\nFrom: Oslo\nTo: Bergen\nDate: today, with tom@home\n\nIt rained all day.',
    '发自我的内心',
  ])('%s', (words) => {
    for (const quotation of [gmail, outlook, '']) {
      // Without the line it could be the program that has marked it.
      if (!quotation && words.startsWith('>')) continue
      expect(writtenWords(words + quotation, lisa)).toBe(words)
    }
  })
})

test.each(['On the 3 km way home I met Bob', 'On the 3 km way home, at 10:30, I met Bob'])(
  '%s: right above an attribution line too',
  (words) => {
    for (const line of [
      'Lisa <lisa@lisa.test> wrote:',
      'sob., 21 lis 2026 o 19:00 Lisa <lisa@lisa.test> napisał(a):',
    ])
      expect(writtenWords(`${words}\n${line}\n> ${markerLine}`, lisa)).toBe(words)
  },
)

test('between and below the quotes too', () => {
  const below =
    'Mum called. At 10:30 in 2026 Tom wrote to me:\n> Shall we?\n\nWe did.\n\nFrom: Oslo\nTo: Bergen\nDate: today, with tom@home\n\nIt rained all day.'
  const words = below.replace('> Shall we?\n', '')
  expect(writtenWords(`${attribution}\n> ${markerLine}\n\n${below}`, lisa)).toBe(words)
  expect(writtenWords(`${attribution}\n> Hello Ana,\n\n${below}`, lisa)).toBe(words)
})

test('without the line and without quote marks, what has the address of Lisa above it is a quotation', () => {
  for (const introduced of [outlook, `\n\n${attribution}\n\n${markerLine}\n\nHello Ana,\n`])
    expect(writtenWords(`Bread.${introduced.replace(markerLine, '')}`, lisa)).toBe('Bread.')
})

test.each([
  attribution,
  'On Sat, Nov 21, 2026 at 7:00 PM Lisa\n<reply+0123456789@in.lisa.test> wrote:',
  'On Saturday, November 21,\n2026 at 7:00 PM Lisa <lisa@lisa.test> wrote:',
  'Lisa <lisa@lisa.test> wrote:',
  'Am Sa., 21. Nov. 2026 um 19:00 Uhr schrieb Lisa <lisa@lisa.test>:',
  'Le sam. 21 nov. 2026 à 19:00, Lisa <lisa@lisa.test> a écrit :',
  'El sáb, 21 nov 2026 a las 19:00, Lisa (<lisa@lisa.test>) escribió:',
  'Il giorno sab 21 nov 2026 alle ore 19:00 Lisa <lisa@lisa.test> ha scritto:',
  'Em sáb., 21 de nov. de 2026 às 19:00, Lisa <lisa@lisa.test> escreveu:',
  'Op za 21 nov 2026 om 19:00 schreef Lisa <lisa@lisa.test>:',
  'Den lör 21 nov. 2026 kl 19:00 skrev Lisa <lisa@lisa.test>:',
  'sob., 21 lis 2026 o 19:00 Lisa <lisa@lisa.test> napisał(a):',
  'сб, 21 нояб. 2026 г. в 19:00, Lisa <lisa@lisa.test>:',
  'Lisa <lisa@lisa.test>, 21 Kas 2026 Cmt, 19:00 tarihinde şunu yazdı:',
  '2026年11月21日(土) 19:00 Lisa <lisa@lisa.test>:',
  'Lisa <lisa@lisa.test> 于2026年11月21日周六 19:00写道：',
  '2026년 11월 21일 (토) 오후 7:00, Lisa <lisa@lisa.test>님이 작성:',
  '---- On Sat, 21 Nov 2026 19:00:00 +0100 Lisa <lisa@lisa.test> wrote ----',
  '-----Original Message-----\nFrom: Lisa\nSent: today\nTo: ana@example.org\nSubject: Time',
  'Sent from my iPhone\n\nOn 21 Nov 2026, at 19:00, Lisa <lisa@lisa.test> wrote:',
  'Отправлено с iPhone\n\n21 нояб. 2026 г., в 19:00, Lisa <lisa@lisa.test> написал(а):',
  'Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nVon: Lisa <lisa@lisa.test>\nGesendet: heute\nAn: Ana\nBetreff: Zeit',
  '-- \nAna Lima\nBakery',
  'Sent from my Galaxy S21 Ultra 5G',
  'Sent with [Proton Mail](https://proton.me/mail/home) secure email.',
  'Sent from Mail for Windows 10',
  'Sent from my Android device with K-9 Mail. Please excuse my brevity.',
  'Von meinem/meiner Galaxy gesendet',
  'Gesendet mit der GMX Mail App',
  'Envoyé de mon iPhone',
  'Enviado desde Outlook para Android',
  'Outlook für Android beziehen (https://aka.ms/x)',
  'Ottieni Outlook per Android<https://aka.ms/x>',
  'Sent with Spark',
  '\u2063Get BlueMail for Android',
  '发自我的 iPhone',
  '[image: IMG_1.jpg]',
  '[cid:image001.png@01D]\n\nSent from my iPhone',
])('takes out %j', (added) => {
  const words = 'Bread came out well.\n\nAnd the rain stopped.'
  for (const quote of ['> ', ''])
    expect(writtenWords(`${words}\n\n${added}\n\n${quote}${markerLine}\n${quote}Hello Ana,`, lisa)).toBe(
      words,
    )
})
