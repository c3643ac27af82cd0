import type { Request, RequestHandler, Response } from 'express'
import { AppError } from './errors'

/** Refuses a method that a path does not have; OPTIONS is told which `methods` there are. */
export function refuseOtherMethod(req: Request, res: Response, methods: Iterable<string>): void {
  res.set('Allow', [...methods].join(', ').replace('GET', 'GET, HEAD'))
  if (req.method === 'OPTIONS') return void res.status(204).end()
  throw new AppError(405, 'This address does not take this method')
}

/** Comes last on a path that can only be read. */
export const onlyRead: RequestHandler = (req, res) => refuseOtherMethod(req, res, ['GET'])
