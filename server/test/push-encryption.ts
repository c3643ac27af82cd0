import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** The keys of a subscription as a browser has them; `privateKey` stays there. All in base64url. */
export type BrowserKeys = { p256dh: string; privateKey: string; auth: string }

/** Decrypts the body of a push message (RFC 8291) as a browser does: of one record (RFC 8188). */
export function decrypted(body: Buffer, { p256dh, privateKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyEnd = 21 + body.readUInt8(20)
  const serverKey = body.subarray(21, keyEnd)
  const record = body.subarray(keyEnd)
  if (record.length > recordSize) throw new Error('More than one record')

  const browser = createECDH('prime256v1')
  browser.setPrivateKey(privateKey, 'base64url')
  const derive = (secret: Buffer, salt: Buffer, info: (string | Buffer)[], bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat(info.map((part) => Buffer.from(part))), bytes))
  const whose = ['WebPush: info\0', Buffer.from(p256dh, 'base64url'), serverKey]
  const secret = derive(browser.computeSecret(serverKey), Buffer.from(auth, 'base64url'), whose, 32)
  const key = derive(secret, salt, ['Content-Encoding: aes128gcm\0'], 16)
  const nonce = derive(secret, salt, ['Content-Encoding: nonce\0'], 12)

  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record is padded with a 2 and any number of zeros.
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('Not the last record')
  return padded.subarray(0, end).toString()
}
