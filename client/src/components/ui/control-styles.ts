/** Shared by all text controls; 16 px, so that iOS does not zoom in. */
export const controlStyle =
  'block w-full min-w-0 rounded-control border border-control bg-card px-3 py-2.5 text-base text-ink placeholder:text-muted disabled:opacity-60 aria-invalid:border-danger'
