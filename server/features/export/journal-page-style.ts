import { colors, cssVariables } from '@shared/colors'
import { moods } from '@shared/journal'

const variables = (palette: Parameters<typeof cssVariables>[0]) =>
  Object.entries(cssVariables(palette))
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')

/** Paper and ink as in the app, with fonts that the reader's system has. */
export const journalPageStyle = `
:root {
  color-scheme: light dark;
  --sans: -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', system-ui, sans-serif;
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Source Serif 4', Georgia, 'Noto Serif', serif;
  ${variables(colors.light)}
}
@media (prefers-color-scheme: dark) { :root { ${variables(colors.dark)} } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  max-width: 42rem; margin: 0 auto; padding: clamp(2rem, 8vw, 5rem) clamp(1.25rem, 5vw, 2rem) 6rem;
  background: var(--paper); color: var(--ink); font: 1.125rem/1.65 var(--serif); overflow-wrap: anywhere;
}
h1, h2, h3, h4 { margin: 0; font-weight: 500; line-height: 1.25; text-wrap: balance; break-after: avoid; }
h1 { font-size: clamp(2rem, 7vw, 2.75rem); }
h2 { margin-top: 5rem; padding-bottom: 0.75rem; border-bottom: 1px solid var(--line); font-size: 2rem; font-variant-numeric: lining-nums; }
h3 { margin-top: 3rem; color: var(--accent); font-size: 1.375rem; }
h4 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1rem; font-size: 1.25rem; }
h5 { margin: 1.25rem 0 0.125rem; color: var(--muted); font: 500 0.875rem/1.5 var(--sans); break-after: avoid; }
p, ul { margin: 0; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.brand { margin-bottom: 2rem; color: var(--accent); font-size: 1.375rem; }
.muted { margin-top: 0.5rem; color: var(--muted); font: 0.9375rem/1.5 var(--sans); }
nav > ul, nav ul ul { padding: 0; list-style: none; }
nav > ul > li { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
nav ul ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0 1rem; font: 1rem/1.5 var(--sans); }
nav a { display: inline-block; padding: 0.625rem 0; text-decoration: none; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
nav .year { font-size: 1.375rem; line-height: 1.25; font-variant-numeric: lining-nums; }
.count { color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
h3 .year { color: var(--muted); }
h3 .up { float: inline-end; padding: 0 0.75rem; text-decoration: none; }
article { margin-top: 2.5rem; }
article + article { padding-top: 2.5rem; border-top: 1px solid var(--line); }
.words { white-space: pre-wrap; orphans: 3; widows: 3; }
h4 + .words { margin-top: 0.75rem; }
article ul { padding-inline-start: 1.25rem; }
article li::marker { color: var(--accent); }
.mood { display: inline-flex; align-items: center; gap: 0.5rem; color: var(--muted); font: 0.9375rem/1.5 var(--sans); white-space: nowrap; }
.mood::before { content: ''; width: 0.75rem; height: 0.75rem; border-radius: 50%; background: var(--hue); print-color-adjust: exact; }
${moods.map((mood) => `.${mood} { --hue: var(--mood-${mood}); }`).join('\n')}
@media (forced-colors: active) { .mood::before { border: 1px solid; } }
@page { margin: 2cm 2.2cm; }
@media print {
  :root { color-scheme: light; ${variables(colors.light)} }
  body { max-width: none; padding: 0; background: none; color: #000; font-size: 11pt; }
  h2[id^=y] { break-before: page; }
  nav { margin-top: 2rem; }
  h2 { margin-top: 0; }
  main > section { break-before: page; }
  nav .year { font-size: 13pt; }
  nav a { padding: 0.1rem 0; color: inherit; }
  nav ul ul { font-size: 10pt; }
  .up { display: none; }
}
`
