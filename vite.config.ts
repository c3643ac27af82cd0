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

/** Zod, and what is declared with it: for the rules of forms and for Lisa's tools, which come late. */
const recordModules =
  /node_modules[\\/]zod[\\/]v4[\\/](mini|core)[\\/](?!.*json-schema)|shared[\\/](text-input|day|record-input)\.ts|resolver-of\.ts/

/** What only the forms of goals and entries use. */
const recordForms = /use-record-form\.ts/

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
        // When a screen is fetched ahead, the files that it imports are nearly always there: to ask for them again takes time.
        modulePreload: {
          resolveDependencies: (_url, imports, { hostType }) => (hostType === 'html' ? imports : []),
        },
        // The voice SDK, which only /voice loads; `npm run size` holds it to its budget.
        chunkSizeWarningLimit: 700,
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
                // The libraries of every screen change seldom: in a chunk of their own they stay in the browser's cache.
                {
                  name: 'framework',
                  priority: 3,
                  test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]/,
                },
                // What the app itself needs. Without this group it would end up in the others.
                { name: 'app', priority: 2, test: /client[\\/]src|lucide-react/, tags: ['$initial'] },
                // What visitors see too: they load no more than this.
                {
                  name: 'visitors',
                  priority: 2,
                  test: /use-page-title|page-header|button-link|device-not-emptied|landing-notices/,
                },
                // What screens share. One file takes less time than the twenty small ones that Rolldown would make of it.
                // Not how the first line of a day is shown: only three screens do.
                {
                  name: 'common',
                  priority: 1,
                  minShareCount: 3,
                  test: (id) =>
                    !recordModules.test(id) &&
                    !recordForms.test(id) &&
                    /[\\/]client[\\/]src|lucide-react|date-fns|shared[\\/](?!danger|.*plain-line)/.test(id),
                },
                // So small that two screens are enough.
                {
                  name: 'common',
                  minShareCount: 2,
                  test: /lucide-react|(ai-queries|draft-queries|put-into-draft|shortcut-list|shortcuts|notifications)\.ts|kinds\.ts|ai-place\.ts/,
                },
                { name: 'forms', priority: 1, test: /node_modules[\\/]react-hook-form/ },
                { name: 'records', priority: 1, minShareCount: 2, test: recordModules },
                { name: 'record-forms', test: recordForms },
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
