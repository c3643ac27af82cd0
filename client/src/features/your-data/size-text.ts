/** `640 kB`, `3.2 MB`, `120 MB` */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`
}
