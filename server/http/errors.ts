/**
 * An error with an HTTP status. Its message, and the fields of `body`, are sent to the client. Those with a `reason` are
 * counted under it: it says what the status does not, and holds nothing that a caller can choose.
 */
export class AppError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: Record<string, unknown> = {},
    readonly reason?: string,
  ) {
    super(message)
    this.name = new.target.name
  }
}

/** The value of one field of the body cannot be accepted; a form shows the message beside that field. */
export class FieldError extends AppError {
  constructor(path: string, message: string) {
    super(400, message, { errors: [{ path, message }] })
  }
}

export const textsNotSetUp = () => new AppError(503, 'Text messages are not set up on this server')
export const notificationsNotSetUp = () => new AppError(503, 'Notifications are not set up on this server')

/** Answered with a Retry-After header. */
export class RetryLaterError extends AppError {
  constructor(
    status: number,
    message: string,
    readonly retryAfterSeconds: number,
    reason?: string,
  ) {
    super(status, message, {}, reason)
  }
}

export class TooManyRequestsError extends RetryLaterError {
  constructor(message: string, retryAfterSeconds: number, reason: string) {
    super(429, message, retryAfterSeconds, reason)
  }
}

/** CSRF protection. */
export class CrossSiteError extends AppError {
  constructor() {
    super(403, 'Cross-site request refused', {}, 'another site')
  }
}

export class DatabaseAwayError extends RetryLaterError {
  constructor() {
    super(503, 'Lisa is not available right now. Please try again in a few seconds.', 5)
  }
}

/** Too many requests wait for the database: the request was refused before anything was done. */
export class OverloadedError extends RetryLaterError {
  constructor() {
    super(503, 'Lisa has too much to do right now. Please try again in a few seconds.', 5)
  }
}

/** A statement waited too long, such as for an import that has the same day, or in a circle with another one. */
export class DatabaseBusyError extends RetryLaterError {
  constructor() {
    super(503, 'Lisa is still busy with something else of yours. Please try again in a few seconds.', 5)
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

/** The first row, or NotFoundError: a row of another user is not found either. */
export function one<T>(rows: T[], what: string): T {
  const [row] = rows
  if (!row) throw new NotFoundError(what)
  return row
}
