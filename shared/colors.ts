const light = {
  paper: 'oklch(0.97 0.012 88)',
  card: 'oklch(0.993 0.005 90)',
  ink: 'oklch(0.27 0.016 60)',
  muted: 'oklch(0.485 0.018 65)',
  line: 'oklch(0.9 0.014 80)',
  control: 'oklch(0.62 0.02 70)',
  accent: 'oklch(0.44 0.075 162)',
  'accent-ink': 'oklch(0.985 0.008 95)',
  danger: 'oklch(0.5 0.15 28)',
}

type Palette = typeof light
export type ColorName = keyof Palette

const dark: Palette = {
  paper: 'oklch(0.195 0.008 70)',
  card: 'oklch(0.228 0.01 70)',
  ink: 'oklch(0.925 0.014 82)',
  muted: 'oklch(0.735 0.016 78)',
  line: 'oklch(0.31 0.012 70)',
  control: 'oklch(0.58 0.016 72)',
  accent: 'oklch(0.78 0.07 158)',
  'accent-ink': 'oklch(0.21 0.03 165)',
  danger: 'oklch(0.76 0.1 28)',
}

/** Design tokens for the pages and mails that the server renders; client/src/styles.css has the same values. */
export const colors = { light, dark }

/** An `oklch()` colour as hexadecimal sRGB, for mail programs and meta tags. */
export function toHex(oklch: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = (oklch.match(/[\d.]+/g) ?? []).map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const channel = (value: number) => {
    const gamma = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    const byte = Math.round(Math.min(1, Math.max(0, gamma)) * 255)
    return byte.toString(16).padStart(2, '0')
  }
  return `#${linear.map(channel).join('')}`
}
