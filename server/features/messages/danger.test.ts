import { describe, expect, onTestFinished, test } from 'vitest'
import { mentionsDanger } from '@shared/danger/danger'
import { createTextingApp } from '../../test/texting-app'
import { replyIn } from '../../test/incoming-text'

const { createAna, ctx, text } = await createTextingApp()

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

  test.each([
    ['+4915112345678', 'Europe/Paris', 'je veux mourir', /116 123.*112/],
    ['+61412345678', 'UTC', 'I want to die', /13 11 14.*000/],
    ['+15148123456', 'America/New_York', 'quiero morir', /988.*911/],
    // Of a country whose lines are not known.
    ['+306912345678', 'Europe/Paris', 'je veux mourir', /3114.*112/],
    ['+306912345678', 'UTC', 'voglio morire', /findahelpline\.com.*112 o 911/],
  ])(
    'from %s in %s to %j has the numbers of the phone, before those of the timezone',
    async (From, timezone, Body, reply) => {
      await createAna({ phoneNumber: From, timezone })
      expect(replyIn(await text({ From, Body }).expect(200))).toMatch(reply)
    },
  )

  test('to a number of no account has the numbers of its country', async () => {
    const answer = await text({ From: '+4915112345678', Body: 'ich will nicht mehr leben' }).expect(200)
    expect(replyIn(answer)).toMatch(/116 123.*112/)
  })

  test('ends with the contact that the operator has set', async () => {
    const { number } = await createAna()
    ctx.env.safetyContact = 'Campus care: 555 0100'
    onTestFinished(() => {
      ctx.env.safetyContact = undefined
    })
    expect(replyIn(await text({ From: number, Body: 'I want to die' }).expect(200))).toMatch(
      /911 or 112\. Campus care: 555 0100$/,
    )
  })

  test('finds the sentence in the middle of a long text', async () => {
    const { number } = await createAna()
    const Body = `${'We walked to the lake. '.repeat(200)}I feel like ending it. ${'Then soup. '.repeat(200)}`
    expect(replyIn(await text({ From: number, Body }).expect(200))).toContain('988')
  })
})
