// Shows the chosen appearance before the first paint. A file of its own, since the policy allows no inline script; cached
// for a year, so a changed file needs a new number. client/src/lib/device/appearance.ts is its other half.
;(() => {
  const { dataset } = document.documentElement
  const bars = [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => ({
    meta,
    media: meta.getAttribute('media') ?? '',
  }))

  // In a cookie: it belongs to the device, and a sign-out empties the browser's storage.
  const keep = (/** @type {string} */ chosen, maxAge = 400 * 86_400) =>
    (document.cookie = `lisa.appearance=${chosen}; path=/; max-age=${maxAge}; samesite=lax`)

  function show() {
    const [, chosen] = /(?:^|; )lisa\.appearance=(light|dark)(?:;|$)/.exec(document.cookie) ?? []
    // Safari forgets it after a week.
    if (chosen) keep(chosen)
    if (chosen) dataset.appearance = chosen
    else delete dataset.appearance
    for (const { meta, media } of bars)
      meta.setAttribute('media', chosen ? (media.includes(chosen) ? 'all' : 'not all') : media)
  }

  show()
  document.addEventListener('lisa:appearance', (event) => {
    const { detail } = /** @type {CustomEvent<string>} */ (event)
    keep(detail, detail === 'system' ? 0 : undefined)
    show()
  })
  // It may have been chosen in another window.
  document.addEventListener('visibilitychange', show)
})()
