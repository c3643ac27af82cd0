import { FieldError } from '../../http/errors'

/**
 * Throws if it is one of the 49,000 commonest passwords, whatever its case: the 10,000 of every list that people publish, and
 * what a program that guesses tries first. The list takes some megabytes, so it is loaded when a password is set.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  if (dictionary['passwords-common'].includes(password.toLowerCase()))
    throw new FieldError('password', 'This is one of the most common passwords. Please choose another one.')
}
