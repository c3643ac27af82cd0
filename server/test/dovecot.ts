import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port'
import { hasProgram } from './has-program'

const program = '/usr/sbin/dovecot'

/** Dovecot changes to other users, which only root may do. */
export const hasDovecot = () => process.getuid?.() === 0 && hasProgram(program, 'dovecot-imapd')

/** Starts Dovecot with one empty mailbox; its address has user and password in it. */
export async function startDovecot() {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisa-dovecot-'))
  // The mailbox is another user's.
  await chmod(folder, 0o777)
  const port = await freePort()
  const file = path.join(folder, 'dovecot.conf')
  await writeFile(
    file,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
default_internal_user = nobody
default_login_user = nobody
service imap-login {
  inet_listener imap {
    port = ${port}
  }
}
passdb {
  driver = static
  args = password=hush:hush
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}
}
`,
  )
  const start = async () => {
    const child = spawn(program, ['-F', '-c', file], { stdio: 'ignore' })
    await waitFor(port)
    return child
  }
  let child = await start()
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit')
  }
  return {
    url: `imap://reply:hush%3Ahush@127.0.0.1:${port}/INBOX`,
    /** From then on the messages that are there cannot be fetched. */
    makeUnreadable: async () => {
      for (const each of ['cur', 'new'].map((name) => path.join(folder, 'mail', name)))
        for (const name of await readdir(each)) await chmod(path.join(each, name), 0)
    },
    stop,
    start: async () => void (child = await start()),
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function waitFor(port: number) {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
    await setTimeout(50)
  }
}
