/** Throws if a token has been withdrawn or has ended since its request came in. It asks once a second at most. */
export type AskAgain = () => Promise<void>
