import type { Mailer } from '../senders/mailer'
import type { SendOptions } from '../senders/send-options'

const never = () => new Promise<never>(() => {})

/** A mailer whose process dies when the hand-over is marked in the ledger, when the message has left, or when it is sent. */
export const dyingMailer = (mailer: Mailer, step: 'sending' | 'left' | 'sent'): Mailer => ({
  ...mailer,
  send: async (mail, options: SendOptions = {}) => {
    if (step === 'sent') await mailer.send(mail, options)
    else await options.handOver?.()
    if (step === 'left') options.leave?.()
    return never()
  },
})
