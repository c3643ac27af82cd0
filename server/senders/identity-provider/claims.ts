import { z } from 'zod'
import { boundedText } from '@shared/text-input'

// An unusable claim counts as absent, so that it does not prevent the sign-in.
const text = z.optional(boundedText(300).check(z.trim(), z.minLength(1))).catch(undefined)

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  email: z.optional(boundedText(300).check(z.trim(), z.toLowerCase(), z.includes('@'))).catch(undefined),
  email_verified: z.unknown().optional(),
  name: text,
  given_name: text,
  family_name: text,
  picture: z.optional(boundedText(2000).check(z.regex(/^https?:\/\//))).catch(undefined),
})

/** The identity provider's claims as Lisa stores them. */
export type Profile = {
  issuer: string
  subject: string
  email?: string
  firstName?: string
  lastName?: string
  profileImageUrl?: string
}

type Claims = Record<string, unknown>

const askedFor = ['email', 'email_verified', 'given_name', 'picture']

export const isMissingAny = (claims: Claims) => askedFor.some((name) => claims[name] === undefined)

/** The ID token comes first. Where it lacks the email or says nothing about its verification, the user info decides. */
export function withUserInfo(claims: Claims, info: Claims): Claims {
  if (claims.email !== undefined && claims.email_verified !== undefined) return { ...info, ...claims }
  const { email = claims.email, email_verified = claims.email_verified } = info
  return { ...info, ...claims, email, email_verified }
}

/** `requireVerifiedEmail`: an email that the provider says nothing about is left out too. */
export function profileOf(claims: Claims, { requireVerifiedEmail = false } = {}): Profile {
  const { iss, sub, email, email_verified, name, given_name, family_name, picture } =
    claimsSchema.parse(claims)
  // Some providers send the boolean as a string. Whatever else is not `true` means that it is not verified.
  const isSaid = email_verified !== undefined
  const isVerified = isSaid ? email_verified === true || email_verified === 'true' : !requireVerifiedEmail
  return {
    issuer: iss,
    subject: sub,
    email: isVerified ? email : undefined,
    firstName: given_name ?? (family_name ? undefined : name),
    lastName: family_name,
    profileImageUrl: picture,
  }
}
