import { defineConfig } from 'oxlint'

// Node loads this file through tsx (see the script `lint`), because Node 20 cannot run TypeScript by itself.

type Pattern = { group: string[]; message: string; allowTypeImports?: boolean }

const noServer: Pattern = {
  group: ['**/server/**', 'drizzle-orm*', 'pg', 'express*', 'node:*', '@shared/schema'],
  message: 'The client never imports server code nor the database.',
}
const ownFolderOrAlias: Pattern = { group: ['../**'], message: 'Within a feature ./, from elsewhere @/.' }
const oneWay =
  (order: string) =>
  (...group: string[]): Pattern => ({ group, message: `Imports point one way: ${order}.` })
const notUp = oneWay('app → features → components, lib, shared')
const onlyQueries: Pattern = {
  group: [
    '@/features/*/*',
    '!@/features/*/*-queries',
    '!@/features/auth/use-user',
    '!@/features/journal/{mood-dot,moods}',
  ],
  message: 'Of another feature only its queries, the user and the moods may be imported.',
}

const noClient: Pattern = { group: ['@/**', '**/client/**'], message: 'The server never imports the client.' }
const noLocal: Pattern = {
  group: ['**/local/**'],
  message: 'Only index.ts imports what belongs to the local mode, and hands it in.',
}
const noTables: Pattern = {
  group: ['@shared/schema'],
  allowTypeImports: true,
  message: 'Only repositories import tables.',
}
const onlyRepositories: Pattern = {
  group: [
    '../[!.]*/*',
    '!../*/*-repository',
    '!../journal/journal-search',
    '!../reminders/delivery/ledger',
    '!../reminders/reply-address',
    '!../messages/danger-answer',
    '!../auth/account-mails',
    '!../phone-numbers/send-code',
    '!../voice/end-talks',
    '../../features/**',
  ],
  message: 'Of another feature only its repository may be imported.',
}

const notUpInServer = oneWay(
  'index → app, create-context, http/openapi, local → features → http, html, limits, senders, db → shared, env, log',
)
const appFiles = ['../../app', '../../../app', '**/create-context', '**/http/openapi/**']
const server = [noClient, noLocal, noTables]

const imports = (...patterns: Pattern[]) => ({
  'eslint/no-restricted-imports': ['error', { patterns }] as ['error', { patterns: Pattern[] }],
})

const tests = ['**/*.test.ts', '**/*.test.tsx', 'server/test/**', 'client/src/test/**']

// oxlint asks for a default export.
export default defineConfig({
  jsPlugins: ['eslint-plugin-regexp'],
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'oxc', 'promise', 'vitest', 'node'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/ban-ts-comment': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'oxc/no-map-spread': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/label-has-associated-control': 'off',
    'vitest/no-conditional-expect': 'off',
    'unicorn/prefer-set-has': 'off',
    'node/handle-callback-err': 'error',
    'eslint/no-await-in-loop': 'off',
    'eslint/no-shadow': 'off',
    'eslint/no-underscore-dangle': 'off',
    'eslint/no-console': 'error',
    'eslint/eqeqeq': ['error', 'always', { null: 'ignore' }],
    'node/no-process-env': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/no-standalone-expect': 'off',
    'vitest/expect-expect': 'off',
  },
  ignorePatterns: ['dist', 'data', 'migrations'],
  // For one file the last block that matches it decides on its imports.
  overrides: [
    {
      files: ['client/**'],
      rules: {
        ...imports(noServer),
        'eslint/no-restricted-globals': [
          'error',
          {
            name: 'fetch',
            message:
              'lib/api/api.ts calls the API, lib/api/probe.ts asks whether the server is there, sw.ts fetches the page.',
          },
        ],
      },
    },
    {
      files: ['client/src/features/**'],
      rules: imports(noServer, ownFolderOrAlias, notUp('@/app/**'), onlyQueries),
    },
    {
      files: ['client/src/components/**', 'client/src/lib/**'],
      rules: imports(noServer, notUp('@/app/**', '@/features/**', '**/features/**', '**/app/**')),
    },
    {
      files: ['client/src/lib/api/{api,probe}.ts', 'client/src/sw.ts', 'client/src/test/**'],
      rules: { 'eslint/no-restricted-globals': 'off' },
    },
    { files: ['server/**'], rules: imports(...server, notUpInServer(...appFiles)) },
    {
      files: ['shared/**', 'server/{env,log,root,startup-error}.ts'],
      rules: imports(
        ...server,
        notUpInServer(
          '**/server/**',
          '**/http/**',
          '**/features/**',
          '**/db/**',
          '**/senders/**',
          './context',
          './clock',
        ),
      ),
    },
    {
      files: ['server/{db,senders}/**'],
      rules: imports(
        ...server,
        notUpInServer(
          '**/http/**',
          '**/html/**',
          '**/limits/**',
          '**/features/**',
          '**/context',
          '**/create-context',
          '**/clock',
          '../app',
        ),
      ),
    },
    {
      files: ['server/{http,html,limits}/**'],
      rules: imports(
        ...server,
        notUpInServer('**/features/**', './openapi/**', '../app', '../create-context', '../clock'),
      ),
    },
    { files: ['server/{app,create-context}.ts'], rules: imports(...server) },
    {
      files: ['server/features/**'],
      rules: imports(...server, notUpInServer(...appFiles), onlyRepositories),
    },
    {
      files: ['server/features/**/{*-repository,ledger}.ts'],
      rules: imports(noClient, noLocal, notUpInServer(...appFiles), onlyRepositories),
    },
    { files: ['server/features/**/*.test.ts'], rules: imports(noClient, onlyRepositories) },
    {
      files: [
        'server/index.ts',
        'server/local/**',
        'server/test/**',
        'server/*.test.ts',
        'server/{http,html,limits,db,senders}/**/*.test.ts',
      ],
      rules: imports(noClient),
    },
    {
      // A pattern takes time in proportion to the text, whatever is in it. Tests match texts of their own.
      files: ['client/src/**', 'server/**', 'shared/**'],
      excludeFiles: tests,
      rules: {
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': 'error',
      },
    },
    {
      files: ['client/src/**'],
      excludeFiles: tests,
      rules: {
        'eslint/no-restricted-properties': [
          'error',
          {
            object: 'crypto',
            property: 'randomUUID',
            message: 'Missing on pages over plain http. lib/random-id.ts makes ids.',
          },
        ],
      },
    },
    {
      files: tests,
      rules: { 'typescript/no-non-null-assertion': 'off', 'node/no-process-env': 'off' },
    },
    {
      files: ['server/index.ts', 'server/*.mjs', 'server/test/**', 'e2e/**'],
      rules: { 'node/no-process-env': 'off', 'eslint/no-console': 'off' },
    },
    {
      files: ['*.config.ts', 'e2e/*.config.ts', '**/global-setup.ts'],
      rules: { 'import/no-default-export': 'off', 'node/no-process-env': 'off' },
    },
  ],
})
