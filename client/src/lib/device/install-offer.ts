/** Not among TypeScript's events, since Chromium alone has it. */
type InstallOffer = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer
  }
}

/** The browser's offer to install Lisa. It may come before anything is shown, so it is kept for Settings. */
export const installOffer: { event?: InstallOffer } = {}

window.addEventListener('beforeinstallprompt', (event) => {
  // Without this, Chromium on a phone shows a banner of its own.
  event.preventDefault()
  installOffer.event = event
})
