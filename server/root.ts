import { existsSync } from 'node:fs'
import path from 'node:path'

/** The project's folder, whether this file runs from server/ or from within dist/server/. */
export const root = findUp(import.meta.dirname, 'package.json')

function findUp(from: string, name: string): string {
  const parent = path.dirname(from)
  return existsSync(path.join(from, name)) || parent === from ? from : findUp(parent, name)
}
