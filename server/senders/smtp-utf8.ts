import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

export const needsUtf8 = (address: string) =>
  /[\u0080-\uffff]/.test(address.slice(0, address.lastIndexOf('@')))

/** Whether the mail server offers SMTPUTF8 (RFC 6531). Nodemailer does not ask before it sends such an address. */
export function offersUtf8(smtpUrl: string, options: SMTPConnectionOptions): Promise<boolean> {
  const connection = new SMTPConnection({ ...options, ...parseConnectionUrl(smtpUrl) })
  return new Promise<boolean>((resolve, reject) => {
    connection.on('error', reject)
    connection.connect((error) => {
      if (error) return reject(error)
      resolve(/[ -]SMTPUTF8\b/i.test(connection.lastServerResponse || ''))
    })
  }).finally(() => connection.quit())
}
