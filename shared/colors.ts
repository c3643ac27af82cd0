const light = {
  table: 'oklch(0.937 0.012 82)',
  paper: 'oklch(0.97 0.012 88)',
  card: 'oklch(0.993 0.005 90)',
  ink: 'oklch(0.27 0.016 60)',
  muted: 'oklch(0.485 0.018 65)',
  line: 'oklch(0.9 0.014 80)',
  control: 'oklch(0.62 0.02 70)',
  accent: 'oklch(0.44 0.075 162)',
  'accent-ink': 'oklch(0.985 0.008 95)',
  'accent-soft': 'oklch(0.943 0.02 145)',
  danger: 'oklch(0.5 0.15 28)',
  'danger-ink': 'oklch(0.985 0.008 60)',
  'danger-soft': 'oklch(0.948 0.019 40)',
  'mood-very-sad': 'oklch(0.5 0.085 268)',
  'mood-sad': 'oklch(0.57 0.07 240)',
  'mood-neutral': 'oklch(0.6 0.035 160)',
  'mood-happy': 'oklch(0.64 0.1 88)',
  'mood-very-happy': 'oklch(0.65 0.14 62)',
}

type Palette = typeof light
export type ColorName = keyof Palette

const dark: Palette = {
  table: 'oklch(0.162 0.007 70)',
  paper: 'oklch(0.195 0.008 70)',
  card: 'oklch(0.228 0.01 70)',
  ink: 'oklch(0.925 0.014 82)',
  muted: 'oklch(0.735 0.016 78)',
  line: 'oklch(0.31 0.012 70)',
  control: 'oklch(0.58 0.016 72)',
  accent: 'oklch(0.78 0.07 158)',
  'accent-ink': 'oklch(0.21 0.03 165)',
  'accent-soft': 'oklch(0.29 0.032 162)',
  danger: 'oklch(0.76 0.1 28)',
  'danger-ink': 'oklch(0.21 0.04 28)',
  'danger-soft': 'oklch(0.285 0.04 28)',
  'mood-very-sad': 'oklch(0.62 0.09 268)',
  'mood-sad': 'oklch(0.69 0.075 240)',
  'mood-neutral': 'oklch(0.73 0.04 160)',
  'mood-happy': 'oklch(0.8 0.1 90)',
  'mood-very-happy': 'oklch(0.79 0.13 65)',
}

/** The design tokens of the app, of the pages that the server renders, and of the mails. */
export const colors = { light, dark }

/** A palette as CSS variables: `--paper` and so on. */
export const cssVariables = (palette: Palette): Record<string, string> =>
  Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--${name}`, value]))

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
