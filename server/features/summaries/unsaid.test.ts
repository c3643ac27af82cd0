import { expect, test } from 'vitest'
import { unsaidIn } from './unsaid'
import cases from './unsaid-cases.json' with { type: 'json' }

test.each([
  ['They ran 5 km.', 'I ran five km', undefined],
  ['They ran six km.', 'I ran 5 km', 'six'],
  ['They met Anna.', "anna's party", undefined],
  ['They met Ana.', 'anna came', 'Ana'],
  ['Peter came.', 'he came', 'Peter'],
  ['They told Lisa that they slept.', 'I slept', undefined],
  ['Le vio el lunes.', 'lo vi el martes', 'lunes'],
  ['Ela vai na terça-feira.', 'vou na terça', undefined],
  ['They may march on.', 'on we go', undefined],
  ['They march in May.', 'on we go', 'May'],
  ['Er sprach mit dem neuen Nachbarn.', 'ich hab mit ihm geredet', undefined],
  ['Er sprach mit Jonas.', 'ich hab mit ihm geredet', 'Jonas'],
  ['The user said: I am Peter.', 'on we go', 'Peter'],
  ['They paid 1,200.', 'it was 1200', undefined],
  ['Sie zahlten 1.200,50 Euro.', 'das waren 1200,5 euro', undefined],
  ['They ran 15 km.', 'I ran 1.5 km', '15'],
  ['They ran 1,5 km.', 'I ran 1.50 km', undefined],
  ['They slept 75 hours.', 'I slept 7.5 hours', '75'],
  ['They got up at 7:30.', 'got up at 7.30', undefined],
  ['They got up at 07.30.', 'got up at 7:30', undefined],
  ['They got up at 7:30.', 'got up at 730', undefined],
  ['They got up at 7:30.', 'it was 730 euros', '7:30'],
  ['Sie stand um 7:30 auf.', 'um 730 aufgestanden', undefined],
  ['Sie stand um 7:30 auf.', '730 Uhr aufgestanden', undefined],
  ['They ran 7.3 km.', 'got up at 7.30', '7.3'],
  ['It ended 3:1.', 'it ended well', '3:1'],
  ['They ran 25 km.', 'I ran twenty-five km', undefined],
  ['They ran twenty-five km.', 'I ran 25 km', undefined],
  ['They ran twenty-five km.', 'I ran 5 of 20 km', 'twenty-five'],
  ['They took a second to breathe.', 'I took a moment to breathe', undefined],
  ['They ran a second time.', 'I ran', 'second'],
  ['No one came.', 'nobody came', undefined],
  ['They ran 1 km.', 'no one came', '1'],
  ['They paid 1.50.', 'it was 150', '1.50'],
  ['They met Paula.', 'Paul came', 'Paula'],
  ['Pauline came.', 'Paul came', 'Pauline'],
  ['They met Mark.', 'I went to the market', 'Mark'],
  ['Mark came.', 'I went to the market', 'Mark'],
  ['They met Anna.', 'Annabel came', 'Anna'],
  ['Sie waren bei Annas Mutter.', 'war bei der mutter von anna', undefined],
  ["They were at Anna's party.", 'at annas party', undefined],
  ['Hoy vio a Marcos.', 'vi a Marco', 'Marcos'],
  ['They met X.', 'I met somebody', 'X'],
  ["Ieri andò a L'Aquila.", "sono andato a l'aquila", undefined],
  ['They had a thousand ideas.', 'I had ideas', 'thousand'],
  ['They had a thousand ideas.', 'I had 1,000 ideas', undefined],
  ['They ran a third time.', 'I ran', 'third'],
  ['They ran a third time.', 'I ran, the 3rd time', undefined],
  ['They ran twice.', 'I ran', 'twice'],
  ['They bought a dozen eggs.', 'I bought eggs', 'dozen'],
  ['They drank one beer.', 'I drank beer', 'one'],
  ['They drank one beer.', 'I had a beer', undefined],
  ['They ran 1 km.', 'I had a beer', '1'],
  ['They met Carlos.', 'Carlo came', 'Carlos'],
  ['Sie lief einundzwanzig Kilometer.', 'ich bin gelaufen', 'einundzwanzig'],
  ['Sie lief einundzwanzig Kilometer.', 'ich bin 21 kilometer gelaufen', undefined],
  ['Sie war zum zehnten Mal dort.', 'ich war zehnmal dort', undefined],
  ['Las sie die zweite Seite?', 'hab gelesen', 'zweite'],
  ['Auf allen Seiten las sie.', 'hab gelesen, seiten um seiten', undefined],
  ['Hoy corrió veintiuno.', 'corrí 21 kilómetros', undefined],
  ['Hoy pagó doscientos euros.', 'pagué en euros', 'doscientos'],
  ['Ha corso ventuno chilometri.', 'ho corso', 'ventuno'],
  ['Ha pagato duecentocinquanta euro.', 'ho pagato 250 euro', undefined],
  ['La troisième fois, elle a couru.', "j'ai couru", 'troisième'],
  ['Il a dormi sous la tente pour la deuxième fois.', "j'ai dormi deux fois", undefined],
  ['They turned thirty on the thirtieth.', 'I am 30', undefined],
  ['Le vio el lunes.', 'lo vi el 2', 'lunes'],
  ['Ela vai na segunda-feira.', 'vou às 2', 'segunda-feira'],
])('of "%s" after "%s", %s was not said', (summary, said, word) => {
  expect(unsaidIn(summary, said)).toBe(word)
})

/** Written by somebody who did not know the rule; those that are held back were never looked at for it. */
test.each([
  { heldBack: false, found: 45, refused: 34 },
  { heldBack: true, found: 42, refused: 22 },
])('$found of 45 inventions are found, held back: $heldBack', ({ heldBack, found, refused }) => {
  const given = cases.filter((each) => Boolean(each.heldBack) === heldBack)
  const unsaid = given.filter(({ summary, said }) => unsaidIn(summary, said.join('\n')))
  expect(unsaid.filter(({ invented }) => invented).length).toBeGreaterThanOrEqual(found)
  expect(unsaid.filter(({ invented }) => !invented).length).toBeLessThanOrEqual(refused)
})
