import type { NodemailerError } from 'nodemailer'
import { oneLine, ProviderError } from './provider-error'

/** Why a connection to the mail server could not be encrypted; undefined for any other failure. */
export function tlsFailure(error: NodemailerError): ProviderError | undefined {
  const { code, originalCode = '', message } = error
  const failure = (why: string) => new ProviderError('unreachable', originalCode || 'ETLS', why)
  if (originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return failure('The mail server does not start with TLS on this port: use smtp://, not smtps://')
  if (originalCode.startsWith('ERR_SSL_'))
    return failure(`The connection to the mail server cannot be encrypted: ${originalCode}`)
  // Node has no common prefix for what it finds wrong with a certificate.
  if (/CERT|SIGNATURE/.test(originalCode))
    return failure(`The certificate of the mail server is not trusted: ${oneLine(message)}`)
  if (code === 'ETLS')
    return failure(`The connection to the mail server cannot be encrypted: ${oneLine(message)}`)
  return undefined
}
