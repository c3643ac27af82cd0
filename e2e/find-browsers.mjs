// @ts-check
// Finds the browsers that the tests drive. Run with some of their names, it prints nothing where they are there, installs
// Debian's packages where it may, and otherwise says what to do. Without Firefox or WebKitGTK their tests are left out; CI
// fails instead.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const browsers = {
  chromium: {
    name: 'Chromium',
    setting: 'CHROMIUM_PATH',
    places: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/snap/bin/chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    needs: [],
    packages: ['chromium', 'fonts-liberation', 'fonts-noto-color-emoji'],
  },
  firefox: {
    name: 'Firefox',
    setting: 'FIREFOX_PATH',
    places: ['/usr/bin/firefox-esr'],
    needs: [],
    packages: ['firefox-esr'],
  },
  webkit: {
    name: 'WebKitGTK',
    setting: 'WEBKIT_DRIVER_PATH',
    places: ['/usr/bin/WebKitWebDriver'],
    needs: ['/usr/bin/Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
}

/**
 * @param {keyof typeof browsers} browser
 * @returns {string | undefined} The browser's program, or that of its driver.
 */
export function findBrowser(browser) {
  const { setting, places, needs } = browsers[browser]
  if (!needs.every((file) => existsSync(file))) return undefined
  return [process.env[setting], ...places].find((place) => place && existsSync(place))
}

const aptGet = '/usr/bin/apt-get'

/** @param {string[]} packages */
function install(packages) {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync(aptGet)) return
  console.log(`Installing for the browser tests: ${packages.join(', ')} …`)
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const { status } = spawnSync(aptGet, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) return
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = /** @type {(keyof typeof browsers)[]} */ (process.argv.slice(2))
  const missing = () => names.filter((name) => !findBrowser(name)).map((name) => browsers[name])
  if (missing().length > 0) install(missing().flatMap(({ packages }) => packages))
  for (const { name, packages, setting } of missing()) {
    const isLeftOut = name !== 'Chromium' && !process.env.CI
    console.error(
      `${isLeftOut ? `Left out: the tests in ${name}.` : `The browser tests need ${name}.`} Install it (Debian, Ubuntu: sudo apt-get install ${packages.join(' ')}) or set ${setting} to where it is.`,
    )
    if (!isLeftOut) process.exitCode = 1
  }
}
