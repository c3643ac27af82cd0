import { UnauthorizedError } from './errors'

/** Throws if a token has been withdrawn or has ended since its request came in. It asks once a second at most. */
export type AskAgain = () => Promise<void>

const everyMs = 250

/** What `task` gives, or throws once the token is found withdrawn. A database that is away says nothing about the token. */
export async function whileHolding<T>(askAgain: AskAgain | undefined, task: Promise<T>): Promise<T> {
  if (!askAgain) return task
  let timer: NodeJS.Timeout | undefined
  const refused = new Promise<never>((_, reject) => {
    const endIfRefused = (error: unknown) => error instanceof UnauthorizedError && reject(error)
    timer = setInterval(() => void askAgain().catch(endIfRefused), everyMs)
  })
  return Promise.race([task, refused]).finally(() => clearInterval(timer))
}
