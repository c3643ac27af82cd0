import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { themeColors, webManifest } from './client/web-manifest.ts'
import { withoutRunner } from './client/without-runner.ts'

// The server is built by the same tool (`vite build --ssr`), so that the aliases of tsconfig.json hold for both.
export default defineConfig(({ isSsrBuild }) => ({
  root: isSsrBuild ? '.' : 'client',
  plugins: [
    react(),
    tailwindcss(),
    ...(isSsrBuild ? [] : [withoutRunner(), themeColors(), serviceWorker(), signedOutPage(), precompress()]),
  ],
  resolve: { tsconfigPaths: true },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        copyPublicDir: false,
        rolldownOptions: {
          input: ['server/index.ts', 'server/features/import/upload-process.ts'],
        },
      }
    : {
        outDir: '../dist/client',
        emptyOutDir: true,
        manifest: true,
        // The voice SDK, which only /voice loads; `npm run size` holds it to its budget.
        chunkSizeWarningLimit: 700,
        // The libraries of every screen change seldom: in a chunk of their own they stay in the browser's cache.
        rolldownOptions: {
          // What nothing is imported from is left out: modules of the voice SDK, such as its tracing, and of an index in
          // shared/ what a screen does not use, above all the endpoints with their Zod.
          treeshake: {
            moduleSideEffects: [
              { test: /@openai[\\/]agents-/, sideEffects: false },
              { test: /[\\/]shared[\\/][^?]*\.ts$/, sideEffects: false },
            ],
          },
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  priority: 5,
                  test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]/,
                },
                // What most screens share, and what the forms share, compresses better as one chunk than as many.
                {
                  name: 'shared',
                  test: /client[\\/]src[\\/](?!features[\\/](goals\b|journal[\\/]saves)|lib[\\/](saving|device[\\/](device-store|kept-copies))\b|components[\\/]form-field)|lucide-react/,
                  minShareCount: 6,
                },
                // Modules that the app itself needs; else they would end up in the other groups.
                { name: 'app', test: /client[\\/]src|lucide-react/, tags: ['$initial'], priority: 3 },
                // Modules that several screens share and the app itself does not need; Home needs only this group.
                {
                  name: 'home',
                  test: /(today|analytics)-queries|lib[\\/](dates[\\/](days|use-now)|screen[\\/](navigation|use-page-title))|saving[\\/]save\b|device[\\/]use-kept|control-styles|differenceInCalendarDays|startOfISOWeek|icons[\\/](mic|pencil)\./,
                  priority: 3,
                },
                // Small modules that are loaded together: many small files take longer than one.
                {
                  name: 'dates',
                  test: /node_modules[\\/]@?date-fns[\\/]format\b|lib[\\/]dates[\\/]dates/,
                  priority: 3,
                },
                {
                  name: 'lists',
                  test: /delete-button|icon-button|next-row|empty-state|show-all|use-focus-on-added|icons[\\/]plus\./,
                  priority: 2,
                },
                {
                  name: 'entries-and-goals',
                  test: /(journal|goals)-queries|journal[\\/]months|waiting-to-send|field-texts|lib[\\/]dates[\\/]moment/,
                  priority: 2,
                },
                // Used by the app itself: the forms' group would take it along, and every screen would load that.
                { name: 'shared', test: /components[\\/]notice/, priority: 1 },
                // Used by Home too, which would load the forms' group with it.
                { name: 'drafts', test: /saving[\\/]drafts/, priority: 2 },
                // Loaded after the first paint, except by the forms.
                {
                  name: 'saves',
                  test: /saving[\\/](outbox|record-sender|use-restored|stored-saves)\b|device[\\/]device-store/,
                  priority: 3,
                },
                {
                  name: 'forms',
                  test: /react-hook-form|use-save-keys|use-fault-in-sight|form-errors|draft-notice|sticky-actions|form-field|form-skeleton|is-saving|choice-group|ui[\\/]input|textarea/,
                },
              ],
            },
          },
        },
      },
}))

/** Builds the service worker from client/src/sw.ts, with the list of the files that it keeps. */
const serviceWorker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: webManifest,
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['index.html', 'assets/*.{js,css,woff2}'],
      // A talk needs the network anyway, and its code and the weights for danger are as large as all the rest.
      globIgnores: ['assets/realtime-talk-*', 'assets/voice-danger-words-*'],
    },
  })

/** The page for browsers without a session: it says so, and the app need not ask. server/html/spa.ts tells them apart. */
function signedOutPage(): Plugin {
  return {
    name: 'signed-out-page',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The build has no page')
      const source = String(page.source).replace('<html ', '<html data-signed-out ')
      this.emitFile({ type: 'asset', fileName: 'signed-out.html', source })
    },
  }
}

/** Writes each text file of the build a second and third time, compressed as well as can be; server/html/spa.ts serves them. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /^[^.].*\.(js|css|html)$/.test(fileName))
      await Promise.all(
        texts.map(async (file) => {
          const content = file.type === 'chunk' ? file.code : file.source
          const name = path.join(dir, file.fileName)
          await writeFile(`${name}.br`, await promisify(brotliCompress)(content))
          await writeFile(`${name}.gz`, await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}
