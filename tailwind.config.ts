import type { Config } from 'tailwindcss'

/** The design tokens live as CSS variables in client/src/styles.css, light and dark; here they get their names. */
const token = (name: string) => `var(--${name})`

export default {
  content: ['./client/index.html', './client/src/**/*.{ts,tsx}'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      paper: token('paper'),
      card: token('card'),
      ink: token('ink'),
      muted: token('muted'),
      line: token('line'),
      control: token('control'),
      accent: token('accent'),
      'accent-ink': token('accent-ink'),
      'accent-soft': token('accent-soft'),
      danger: token('danger'),
      'danger-ink': token('danger-ink'),
      'danger-soft': token('danger-soft'),
      mood: {
        'very-sad': token('mood-very-sad'),
        sad: token('mood-sad'),
        neutral: token('mood-neutral'),
        happy: token('mood-happy'),
        'very-happy': token('mood-very-happy'),
      },
    },
    fontSize: {
      xs: ['13px', '20px'],
      sm: ['14px', '20px'],
      base: ['16px', '24px'],
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
} satisfies Config
