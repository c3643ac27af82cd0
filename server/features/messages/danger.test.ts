import { expect, test } from 'vitest'
import { crisisSentence, namesCrisisLine, mentionsDanger } from './danger'

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

test('the sentence names a crisis line and says that Lisa is an AI, and fits into one text', () => {
  expect(namesCrisisLine(crisisSentence)).toBe(true)
  expect(crisisSentence).toContain("I'm an AI")
  expect(crisisSentence.length).toBeLessThanOrEqual(160)
})
