/** The first thing in the page; leads to the `main` with the id `content`. */
export const SkipLink = () => (
  <a
    href="#content"
    className="absolute top-2 left-1/2 z-50 -translate-x-1/2 rounded-control bg-accent px-4 py-2.5 font-medium whitespace-nowrap text-accent-ink not-focus:sr-only"
  >
    Skip to content
  </a>
)
