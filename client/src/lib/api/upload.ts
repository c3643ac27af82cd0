import type { AppEndpoints } from '@shared/api'
import type { AnswerOf } from '@shared/endpoint'
import { ApiError, connectionLost, ownHeaders, parsed, searchOf, unexpectedAnswer } from './api'

type Options = {
  query: Record<string, string>
  signal: AbortSignal
  /** Told how much of the file has been sent, from 0 to 1. */
  onSent: (share: number) => void
}

/** Calls an endpoint that takes a file. Not by fetch, which cannot say how much has been sent. */
export function upload<N extends keyof AppEndpoints>(
  name: N,
  file: File,
  { query, signal, onSent }: Options,
): Promise<AnswerOf<AppEndpoints[N]>> {
  const [method = '', path = ''] = name.split(' ')
  const request = new XMLHttpRequest()
  request.open(method, path + searchOf(query))
  for (const [header, value] of Object.entries(ownHeaders())) request.setRequestHeader(header, value)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded / (total || 1)))
  signal.addEventListener('abort', () => request.abort())
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      const value = parsed(responseText)
      if (status >= 400) reject(new ApiError(status, responseText || statusText))
      else if (value === undefined) reject(unexpectedAnswer())
      else resolve(value as AnswerOf<AppEndpoints[N]>)
    })
    request.addEventListener('error', () => reject(connectionLost()))
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    request.send(file)
  })
}
