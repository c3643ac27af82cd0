import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

const unified = '/sys/fs/cgroup'
const periodUs = 10_000

/**
 * Limits the process to this share of a core, with a cgroup of either version. Returns what removes the cgroup once the
 * process has ended, or undefined if that fails.
 */
export function holdTo(share: number, pid: number): (() => void) | undefined {
  const isUnified = existsSync(`${unified}/cgroup.controllers`)
  const folder = `${isUnified ? unified : `${unified}/cpu`}/lisa-bench-${pid}`
  const quotaUs = Math.round(share * periodUs)
  try {
    mkdirSync(folder)
    if (isUnified) writeFileSync(`${folder}/cpu.max`, `${quotaUs} ${periodUs}`)
    else {
      writeFileSync(`${folder}/cpu.cfs_period_us`, String(periodUs))
      writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quotaUs))
    }
    writeFileSync(`${folder}/cgroup.procs`, String(pid))
    return () => rmdirSync(folder)
  } catch {
    if (existsSync(folder)) rmdirSync(folder)
    return undefined
  }
}
