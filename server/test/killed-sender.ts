import { createMailer } from '../senders/mailer'
import { createSms } from '../senders/sms'

// A process of its own that dies once the step is over in which its message leaves.
const { smtpUrl, mail, twilio, text } = JSON.parse(process.argv[2] ?? '{}')
const leave = () => queueMicrotask(() => process.kill(process.pid, 'SIGKILL'))
if (smtpUrl) await createMailer({ smtpUrl, from: 'Lisa <lisa@lisa.test>' }).send(mail, { leave })
else await createSms(twilio).send(text, { leave })
