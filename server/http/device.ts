type Names = [pattern: RegExp, name: string][]

// The first match counts: most browsers also claim to be Chrome and Safari, and Android to be Linux.
const programs: Names = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^python/i, 'Python'],
]
const systems: Names = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

const nameIn = (userAgent: string, names: Names) => names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Such as 'Firefox on Linux', of known names only; null if `userAgent` has none of them. */
export function deviceOf(userAgent = ''): string | null {
  const [program, system] = [nameIn(userAgent, programs), nameIn(userAgent, systems)]
  return program && system ? `${program} on ${system}` : (program ?? system ?? null)
}
