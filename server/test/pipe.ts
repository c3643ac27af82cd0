import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A pipe that is read only by calls of `read`, which returns everything that has come through it so far. */
export function openPipe() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lisa-pipe-'))
  const file = path.join(folder, 'pipe')
  execFileSync('mkfifo', [file])
  const openReader = () => openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  let reader = openReader()
  const buffer = Buffer.alloc(1_000_000)
  let text = ''
  return {
    open: (flags: number) => openSync(file, flags),
    read() {
      try {
        for (let n = -1; n !== 0;) text += buffer.toString('utf8', 0, (n = readSync(reader, buffer)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      }
      return text
    },
    leave: () => closeSync(reader),
    comeBack: () => (reader = openReader()),
    close() {
      closeSync(reader)
      rmSync(folder, { recursive: true })
    },
  }
}
