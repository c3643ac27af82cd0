import { createECDH } from 'node:crypto'

/** Whether `privateKey` is that of `publicKey`, both in base64url as Web Push writes them (RFC 8292). */
export function isKeyPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    // No number below the order of the curve.
    return false
  }
}
