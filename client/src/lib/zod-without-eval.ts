/**
 * Zod compiles its parsers with `new Function` and probes for it first, which a strict Content-Security-Policy reports
 * as an error. This is the switch `z.config({ jitless: true })` sets, thrown before Zod is loaded, so that Zod itself
 * stays in the chunks of the forms.
 */
const page = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
page.__zod_globalConfig = { ...page.__zod_globalConfig, jitless: true }
