/** An error that carries its HTTP status; its message (and `body`, if any) goes to the caller. */
export class AppError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(message)
    this.name = new.target.name
  }
}

/** The answer says in Retry-After when to come again. */
export class TooManyRequestsError extends AppError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(429, message)
  }
}

export class UnauthorizedError extends AppError {
  constructor(message = 'Unauthorized') {
    super(401, message)
  }
}

export class NotFoundError extends AppError {
  constructor(what?: string) {
    super(404, what ? `${what} not found` : 'Not found')
  }
}

export class ConflictError extends AppError {
  constructor(message: string, body?: Record<string, unknown>) {
    super(409, message, body)
  }
}

/** The only row of a statement that names one by its id; a row that is not yours does not exist. */
export function one<T>(rows: T[], what: string): T {
  const [row] = rows
  if (!row) throw new NotFoundError(what)
  return row
}
