import { existsSync } from 'node:fs'
import { run } from './provider'

const packages = [
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

/** The providers of the drill, as Debian packages. Nothing of them is started or configured for the machine. */
export function installPackages() {
  const missing = packages.filter((name) => !existsSync(`/usr/share/doc/${name}`))
  if (missing.length === 0) return
  const install = ['install', '--yes', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0) {
    console.error(`These packages are missing. As root:\n  apt-get ${install.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} …`)
  run('apt-get', install, '', { DEBIAN_FRONTEND: 'noninteractive' })
}
