/** Of the device, not of a user: in a cookie, because a sign-out empties the browser's storage. */
export const shortcutsAreOn = () => !document.cookie.includes('lisa.shortcuts=off')

/** Single keys can be pressed by a slip, or by the software that writes down what is spoken. */
export function switchShortcuts(isOn: boolean) {
  document.cookie = `lisa.shortcuts=off; path=/; max-age=${isOn ? 0 : 400 * 86_400}; samesite=lax`
}
