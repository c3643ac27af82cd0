import type { ManifestOptions } from 'vite-plugin-pwa'
import type { Plugin } from 'vite'
import { colors, toHex } from '../shared/colors.ts'

const paper = toHex(colors.light.paper)

/** Drawn by e2e/icons.ts. */
const icon = (name: string, size: number) => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
})

/** How the system shows the installed app. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Lisa',
  short_name: 'Lisa',
  description: 'Your personal goal & journal companion',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: paper,
  background_color: paper,
  categories: ['lifestyle', 'productivity'],
  icons: [icon('lisa', 192), icon('lisa', 512), { ...icon('lisa-maskable', 512), purpose: 'maskable' }],
  // By way of the sign-in, if the session is over.
  shortcuts: [
    { name: 'Write today', url: '/api/write', icons: [icon('write', 96)] },
    { name: 'Talk to Lisa', url: '/api/open?screen=/voice', icons: [icon('talk', 96)] },
  ],
}

/** The colour of the browser's bars around the page. */
export function themeColors(): Plugin {
  return {
    name: 'theme-colors',
    transformIndexHtml: () =>
      Object.entries(colors).map(([scheme, { paper }]) => ({
        tag: 'meta',
        attrs: { name: 'theme-color', content: toHex(paper), media: `(prefers-color-scheme: ${scheme})` },
      })),
  }
}
