import { randomInt } from 'node:crypto'
import { type Secrets, sign } from '../../secrets'

export const codeMinutes = 15
export const maxTries = 5

export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Says nothing about who asked for it: the number may be a stranger's. */
export const codeText = (code: string) =>
  `Lisa: your code is ${code}. It works for ${codeMinutes} minutes. If you didn't ask for it, ignore this text, or reply STOP to get no more.`

/** What is stored of a code. It is right for one user and one number only. */
export const codeHash = (secrets: Secrets, userId: string, phoneNumber: string, code: string) =>
  sign(secrets, 'phone codes', `${userId} ${phoneNumber} ${code}`)
