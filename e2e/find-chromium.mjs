// @ts-check
// Finds the Chromium that the browser tests drive. Prints nothing when there is one; installs Debian's with the
// system's packages where it may, and otherwise says what to do.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** @returns {string | undefined} */
export function findChromium() {
  return places.find((place) => place && existsSync(place))
}

const aptGet = '/usr/bin/apt-get'

function install() {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync(aptGet)) return
  console.log('No Chromium found; installing the system package for the browser tests …')
  for (const args of [
    ['update', '-qq'],
    [
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'chromium',
      'fonts-liberation',
      'fonts-noto-color-emoji',
    ],
  ]) {
    const { status } = spawnSync(aptGet, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) return
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!findChromium()) install()
  if (!findChromium()) {
    console.error(
      'The browser tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium) or set CHROMIUM_PATH to a Chromium or Chrome.',
    )
    process.exit(1)
  }
}
