import { existsSync } from 'node:fs'
import { run } from './provider'

/** Installs missing Debian packages, without starting or configuring their services. */
export function installPackages(...packages: string[]) {
  const missing = packages.filter((name) => !existsSync(`/usr/share/doc/${name}`))
  if (missing.length === 0) return
  const install = ['install', '--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...missing]
  if (process.getuid?.() !== 0) {
    console.error(`These packages are missing. As root:\n  apt-get ${install.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} …`)
  run('apt-get', ['update'])
  run('apt-get', install, '', { DEBIAN_FRONTEND: 'noninteractive' })
}
