import { describe, expect, test } from 'vitest'
import { mentionsDanger } from '@shared/danger/danger'
import { createTextingApp } from '../../test/texting-app'
import { replyIn } from '../../test/incoming-text'

const { createAna, text } = await createTextingApp()

test.each([
  'I want to kill myself',
  "I'm gonna kill myself tonight",
  'I don’t want to live anymore',
  'i dont want to be here any more',
  'I have been thinking about suicide',
  'feeling SUICIDAL again',
  'I just want to die.',
  'sometimes I wish I was dead',
  'they would be better off without me',
  "I can't go on anymore",
  'There is no reason to live',
  'I took an overdose',
  'I cut myself again',
  'thinking about self-harm',
  'I want to end it all',
  'I will take my own life',
  'my husband hits me',
  'He is beating me again',
  'she threatened to kill me',
  "I'm not safe at home",
  'I am in danger',
  'I am scared to go home',
  'I was raped',
  'I want to kill him',
  'wanna kms',
  'I\nwant\nto\ndie',
  'I don’t want to die but I think about it',
])('%j gets the crisis line', (text) => expect(mentionsDanger(text)).toBe(true))

test.each([
  'Killing it at work today!',
  'This traffic is killing me',
  'I ran 5 kms and nearly died laughing',
  'My mom is going to kill me when she sees the kitchen',
  'He beats me at chess every time',
  'I will cut myself some slack',
  'Dead tired, but happy',
  'Ended the day with tea',
  'It hit me that I love this job',
  'I want to live by the sea',
  '',
])('%j does not get the crisis line', (text) => expect(mentionsDanger(text)).toBe(false))

// Were any pattern to go back over what it has read, this would take minutes.
test('a long text is read once, by each pattern', { timeout: 5_000 }, () => {
  expect(mentionsDanger('I want to want to '.repeat(6_000) + 'he is was keeps just '.repeat(5_000))).toBe(
    false,
  )
})

describe('the reply to a text of danger', () => {
  test.each([
    ['Europe/Berlin', 'Ich will nicht mehr leben', /Ich bin eine KI.*116 123.*112/],
    ['Europe/Madrid', 'quiero morir', /Soy una IA.*024.*112/],
    ['America/Mexico_City', 'quiero morir', /Soy una IA.*800 911 2000.*911/],
    ['Europe/Paris', "J'ai envie d'en finir", /Je suis une IA.*3114.*112/],
    ['America/Sao_Paulo', 'quero morrer', /Sou uma IA.*188.*192/],
    ['Europe/Rome', 'voglio farla finita', /Sono un'IA.*02 2327 2327.*112/],
    ['Europe/London', 'I took all my pills', /I'm an AI.*116 123.*999/],
    ['Europe/Berlin', 'I bought a rope', /I'm an AI.*116 123.*112/],
    ['UTC', 'I bought a rope', /I'm an AI.*988 \(US, Canada\), 116 123.*findahelpline\.com.*911 or 112/],
    ['UTC', 'ich bring mich um', /Ich bin eine KI.*findahelpline\.com.*112/],
  ])(
    'in %s to %j has the numbers of the country, in the language of the text',
    async (timezone, Body, reply) => {
      const { number } = await createAna({ timezone })
      expect(replyIn(await text({ From: number, Body }).expect(200))).toMatch(reply)
    },
  )

  test('finds the sentence in the middle of a long text', async () => {
    const { number } = await createAna()
    const Body = `${'We walked to the lake. '.repeat(200)}I feel like ending it. ${'Then soup. '.repeat(200)}`
    expect(replyIn(await text({ From: number, Body }).expect(200))).toContain('988')
  })
})
