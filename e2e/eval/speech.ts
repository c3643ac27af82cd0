import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { installPackages } from '../drill/packages'

const program = 'espeak-ng'
const run = promisify(execFile)

const voices = {
  user: ['-v', 'en-us+m3', '-s', '150'],
  // The voice that pocketsphinx understands best.
  woman: ['-v', 'en-us+f2', '-s', '130'],
  television: ['-v', 'en-gb+f2', '-s', '170', '-a', '70'],
  noise: ['-v', 'en+whisper', '-s', '220'],
}

/** Installs the speech program if it is missing. Without root, says what to install and ends the process. */
export function findSpeech() {
  if (spawnSync(program, ['--version']).error) installPackages(program)
}

/** The parts of an utterance between its pauses, each as a WAV file in base64. */
export async function speechOf({ says, by }: { says: string; by?: keyof typeof voices }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisa-speech-'))
  try {
    const parts: { text: string; wav: string }[] = []
    for (const text of says.split('…')) {
      // Through a file: on stdout the WAV header would be wrong.
      const file = path.join(folder, 'speech.wav')
      await run(program, [...voices[by ?? 'user'], '-w', file, '--', text])
      parts.push({ text, wav: await readFile(file, 'base64') })
    }
    return parts
  } finally {
    await rm(folder, { recursive: true })
  }
}
