import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gsm7Length, inGsm7 } from './gsm7'

test.each([
  ['Nice! What’s next — “today”?', 'Nice! What\'s next - "today"?'],
  ['Well done 🎉💛 keep going…', 'Well done keep going...'],
  ['👩‍👩‍👧 Sí, está bien. ¿Y mañana?', 'Si, esta bien. ¿Y mañana?'],
  ['Très bien, ça va ! Œuvre', 'Très bien, ca va ! OEuvre'],
  ['Schön – größer', 'Schön - größer'],
  ['Łódź, „tak”', 'Lodz, "tak"'],
  ['Two\u00a0words\u200b', 'Two words'],
  ['5 € {ok}', '5 € {ok}'],
])('%s', (text, plain) => {
  expect(inGsm7(text)).toBe(plain)
  expect(gsm7Length(plain)).toBeGreaterThan(0)
})

test.each(['今日はどうでしたか？', 'Как прошёл день? 🙂', 'كيف حالك؟'])(
  '%s has letters of its own and stays',
  (text) => expect(inGsm7(text)).toBe(text),
)

test('whatever the text, it is in GSM-7 or unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const plain = inGsm7(text)
      expect(plain === text || !Number.isNaN(gsm7Length(plain))).toBe(true)
    }),
  )
})
