import { z } from 'zod'
import { boundedText } from '@shared/text'

// An unusable claim counts as absent, so that it does not prevent the sign-in.
const text = boundedText(300).trim().min(1).optional().catch(undefined)

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  email: boundedText(300).trim().toLowerCase().includes('@').optional().catch(undefined),
  // Some providers send a string instead of a boolean.
  email_verified: z
    .unknown()
    .optional()
    .transform((verified) => verified !== false && verified !== 'false'),
  name: text,
  given_name: text,
  family_name: text,
  picture: boundedText(2000)
    .refine((picture) => /^https?:\/\//.test(picture))
    .optional()
    .catch(undefined),
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

export function profileOf(claims: Record<string, unknown>): Profile {
  const { iss, sub, email, email_verified, name, given_name, family_name, picture } =
    claimsSchema.parse(claims)
  return {
    issuer: iss,
    subject: sub,
    email: email_verified ? email : undefined,
    firstName: given_name ?? (family_name ? undefined : name),
    lastName: family_name,
    profileImageUrl: picture,
  }
}
