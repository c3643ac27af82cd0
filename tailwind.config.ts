import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import { colors, cssVariables, type ColorName } from './shared/colors'

/** The design tokens are CSS variables, light and dark; as colours they have the same names. */
const tokens = Object.fromEntries(Object.keys(colors.light).map((name) => [name, `var(--${name})`]))

/** By the `color-scheme` of the document (client/src/styles.css), which the build also does for browsers without `light-dark()`. */
const bySchemes = Object.fromEntries(
  (Object.keys(colors.light) as ColorName[]).map((name) => [
    name,
    `light-dark(${colors.light[name]}, ${colors.dark[name]})`,
  ]),
) as Record<ColorName, string>

export default {
  content: ['./client/index.html', './client/src/**/*.{ts,tsx}'],
  theme: {
    colors: { transparent: 'transparent', current: 'currentColor', ...tokens },
    // In rem, so that they grow with the browser's text; all other lengths are in px.
    fontSize: {
      xs: ['0.8125rem', '1.25rem'],
      sm: ['0.875rem', '1.25rem'],
      base: ['1rem', '1.5rem'],
      // The words of an entry on a desk.
      reading: ['1.0625rem', '1.6875rem'],
      lg: ['1.125rem', '1.75rem'],
      xl: ['1.375rem', '1.75rem'],
      '2xl': ['1.75rem', '2.25rem'],
    },
    extend: {
      fontFamily: {
        sans: [
          '-apple-system',
          '"Segoe UI"',
          'Roboto',
          '"Noto Sans"',
          '"Liberation Sans"',
          'system-ui',
          'sans-serif',
        ],
        serif: [
          '"Lisa Serif"',
          '"Lisa Serif Fallback"',
          '"Lisa Serif Fallback 2"',
          '"Lisa Serif Fallback 3"',
          'serif',
        ],
        emoji: ['"Apple Color Emoji"', '"Segoe UI Emoji"', '"Noto Color Emoji"', 'emoji', 'sans-serif'],
      },
      borderRadius: { card: '14px', control: '10px' },
      maxWidth: { column: '420px' },
      minHeight: { touch: '44px' },
      minWidth: { touch: '44px' },
    },
  },
  plugins: [plugin(({ addBase }) => addBase({ ':root': cssVariables(bySchemes) }))],
} satisfies Config
