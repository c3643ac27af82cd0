import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import { colors, cssVariables } from './shared/colors'

/** The design tokens are CSS variables, light and dark; as colours they have the same names. */
const tokens = Object.fromEntries(Object.keys(colors.light).map((name) => [name, `var(--${name})`]))

export default {
  content: ['./client/index.html', './client/src/**/*.{ts,tsx}'],
  theme: {
    colors: { transparent: 'transparent', current: 'currentColor', ...tokens },
    fontSize: {
      xs: ['13px', '20px'],
      sm: ['14px', '20px'],
      base: ['16px', '24px'],
      // The words of an entry on a desk.
      reading: ['17px', '27px'],
      lg: ['18px', '28px'],
      xl: ['22px', '28px'],
      '2xl': ['28px', '36px'],
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
  plugins: [
    plugin(({ addBase }) =>
      addBase({
        ':root': cssVariables(colors.light),
        '@media (prefers-color-scheme: dark)': { ':root': cssVariables(colors.dark) },
      }),
    ),
  ],
} satisfies Config
