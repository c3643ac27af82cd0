import { existsSync } from 'node:fs'
import { run } from './provider'

/** The identity providers of the drill. Nothing of them is started or configured for the machine. */
export const identityProviders = [
  'glewlwyd',
  'dbconfig-sqlite3',
  'sqlite3',
  'liblemonldap-ng-portal-perl',
  // What its portal loads, whether used or not, and Debian only recommends or suggests.
  'libgd-securityimage-perl',
  'libimage-magick-perl',
  'libio-string-perl',
  'libmime-tools-perl',
  'libstring-random-perl',
]

/** Installs what is missing of these Debian packages; without root it says which, and ends the process. */
export function installPackages(packages: string[]) {
  const missing = packages.filter((name) => !existsSync(`/usr/share/doc/${name}`))
  if (missing.length === 0) return
  const install = ['install', '--yes', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0) {
    console.error(`These packages are missing. As root:\n  apt-get ${install.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} …`)
  run('apt-get', ['update', '--quiet'])
  run('apt-get', install, '', { DEBIAN_FRONTEND: 'noninteractive' })
}
