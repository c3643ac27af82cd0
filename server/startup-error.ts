/** Something outside the program that a person can mend; the message is one clear sentence, shown without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
