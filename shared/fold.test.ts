import { describe, expect, test } from 'vitest'
import { folded, occurrences, searchWords } from './fold'

describe('folded', () => {
  test.each([
    ['Straße', 'STRASSE'],
    ['Straße', 'straẞe'],
    ['İstanbul ısı', 'istanbul ISI'],
    ['Ὀδυσσεύς', 'οδυσσευΣ'],
    ['café', 'cafe\u0301'],
    ['café', 'CAFE'],
    ['Việt', 'viet'],
    ['ёлка', 'Елка'],
    ['مُحَمَّد أحمد', 'محمد احمد'],
    ['مـــحمد', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['می\u200cروم', 'میروم'],
    ['ﬁn', 'FIN'],
    ['Ｌｉｓａ', 'lisa'],
    ['ﾗｰﾒﾝ', 'ラーメン'],
    ['don’t', "don't"],
    ['co\u00adoperate', 'cooperate'],
    ['❤️', '❤'],
  ])('%s is found as %s', (one, other) => expect(folded(one)).toBe(folded(other)))

  test.each([
    ['की', 'का'],
    ['กิน', 'กัน'],
    ['naïve', 'nave'],
    ['o', '0'],
  ])('%s is not %s', (one, other) => expect(folded(one)).not.toBe(folded(other)))

  test.each(['\u0f74\u0f71', '\u0301\u0316', '\uff9e\u0316'])('keeps few of endless marks: %o', (marks) => {
    expect(folded(`a${marks.repeat(5_000)}b`)).toMatch(/^A.{0,30}B$/su)
  })

  test('is itself when folded again', () => {
    for (const text of ['Straße', 'Ὀδυσσεύς', 'İstanbul', '한국어', '½ …', 'がんばる'])
      expect(folded(folded(text))).toBe(folded(text))
  })
})

test('searchWords gives each word once', () => {
  expect(searchWords('  Long walk\u3000LONG\n ')).toEqual(['LONG', 'WALK'])
  expect(searchWords(' \u00ad\u0301 ')).toEqual([])
})

describe('occurrences', () => {
  const marked = (text: string, query: string) =>
    occurrences(text, searchWords(query)).map(({ start, end }) => text.slice(start, end))

  test.each([
    ['A walk, and walking on', 'walk', ['walk', 'walk']],
    ['Die Straße ist groß.', 'STRASSE ss', ['Straße', 'ß']],
    ['un cafe\u0301 crème', 'cafe creme', ['cafe\u0301', 'crème']],
    ['😀 Éa', 'e', ['É']],
    ['abcd', 'abc bcd', ['abcd']],
    ['abab', 'ab', ['abab']],
    ['한국어를 배웠다', '국어', ['국어']],
    ['각', '가', ['각']],
    ['今日は散歩に行った', '散歩', ['散歩']],
    ['مُحَمَّد هنا', 'محمد', ['مُحَمَّد']],
    ['nothing', 'else', []],
    ['nothing', '', []],
  ])('in %s of %s', (text, query, expected) => expect(marked(text, query)).toEqual(expected))
})
