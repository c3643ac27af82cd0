/** Words that would set `window.broken` if anything took them for more than words; each differs, to be found again. */
export const script = (name: string) =>
  `${name}"'><script>window.broken=true</script><img src=x onerror=window.broken=true><a href="javascript:window.broken=true">{{1}}\${2}`

export const goalTexts = {
  title: script('title'),
  description: script('description'),
  motivation: script('motivation'),
  successIndicators: script('successIndicators'),
}
