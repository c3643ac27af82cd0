import { decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { boundedText } from '@shared/text-input'
import { clockToleranceSeconds } from './discovery'

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Providers are to let a logout token end within two minutes. One that is sent late, or again, may be older. */
const oldestSeconds = 10 * 60
/** Longer than a logout token can be valid after its first use: it may have been made by a clock that is ahead. */
export const logoutTokenSeconds = oldestSeconds + 3 * clockToleranceSeconds

/** Many libraries set JWT by default; every other type belongs to another kind of token. */
const headerSchema = z.object({
  typ: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['logout+jwt', 'application/logout+jwt', 'jwt']))
    .optional(),
})

/** How a provider names a user or a session. */
export const providerName = z.optional(boundedText(300).check(z.minLength(1)))

const claimsSchema = z
  .object({
    iss: z.string(),
    // As in an ID token, another audience is not trusted (OpenID Connect Core, 3.1.3.7).
    aud: z.union([z.string(), z.tuple([z.string()])]),
    iat: z.number(),
    jti: z.string().min(1),
    events: z.object({ [event]: z.looseObject({}) }),
    nonce: z.never().optional(),
    sub: providerName,
    sid: providerName,
  })
  .refine(({ sub, sid }) => sub ?? sid, { path: ['sub'] })

/**
 * Whom the provider has signed out: one session (`providerSid`), or all of `subject`; at least one of the two is set. Sessions
 * that began after `before` are others.
 */
export type Logout = { jti: string; issuer: string; subject?: string; providerSid?: string; before: Date }

type Expected = { issuer: string; clientId: string; algorithms?: string[]; now: Date }

/** Throws if `token` is no JWT at all. */
export const assertJwt = (token: string): void => void decodeJwt(token)

/**
 * Throws unless `token` is a logout token of the provider for this client (OpenID Connect Back-Channel Logout 1.0, 2.6).
 * Whether its `jti` was used before is not known here.
 */
export async function verifiedLogout(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, algorithms = ['RS256'], now }: Expected,
): Promise<Logout> {
  const { protectedHeader, payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    // With a public key anybody could compute an HMAC, and nobody signs with `none`.
    algorithms: algorithms.filter((algorithm) => /^(RS|PS|ES|Ed)/.test(algorithm)),
    // No `exp`: the standard requires it, its drafts did not, and many providers send none. `maxTokenAge`, which requires
    // `iat`, keeps a token from working for long as well.
    maxTokenAge: oldestSeconds,
    clockTolerance: clockToleranceSeconds,
    currentDate: now,
  })
  headerSchema.parse(protectedHeader)
  const { jti, iss, iat, sub, sid } = claimsSchema.parse(payload)
  const before = new Date((iat + clockToleranceSeconds) * 1000)
  return { jti, issuer: iss, subject: sub, providerSid: sid, before }
}

/** Why a logout token was refused, without anything that it says. */
export function whyRefused(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map(({ path }) => path[0]).join(', ')
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return `${error.code}: ${error.claim}`
  return error instanceof errors.JOSEError ? error.code : String((error as Error).name)
}
