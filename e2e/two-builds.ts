import { once } from 'node:events'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import path from 'node:path'
import express, { Router, type ErrorRequestHandler } from 'express'
import { builtApp } from '../server/html/spa'
import { root } from '../server/root'
import { freePort, startApp, temporaryDataDir } from './app'

/** Paths that the server answers itself; all others are files of the client's build. */
const isOfServer = /^\/(api|dev|dev-idp)(\/|$)/

/** Starts the app behind a server that serves the files of its build until another build is deployed. */
export async function deployableApp() {
  const data = await temporaryDataDir()
  const [port, appPort] = [await freePort(), await freePort()]
  let client = await clientOf(path.join(root, 'dist/client'))

  const front = express()
  front.use((req, res, next) => (isOfServer.test(req.path) ? next() : client(req, res, next)))
  front.use((req, res) => {
    const { method, originalUrl, headers } = req
    const passedOn = request({ port: appPort, method, path: originalUrl, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    passedOn.on('error', () => res.status(502).end())
    req.pipe(passedOn)
  })
  // Without it Express would print an error for each missing file.
  const refuse: ErrorRequestHandler = (_error, _req, res, _next) => void res.status(404).end()
  front.use(refuse)
  const server = createServer(front).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://localhost:${port}`
  const app = await startApp(data.folder, appPort, { APP_URL: url })

  return {
    url,
    async deployAnotherBuild() {
      client = await clientOf(await anotherBuild(path.join(data.folder, 'another-build')))
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await app.signal('SIGTERM')
      await data.remove()
    },
  }
}

async function clientOf(folder: string) {
  const hasSessionCookie = ({ headers }: express.Request) => /lisa\.sid=/.test(headers.cookie ?? '')
  return Router().use(await builtApp(folder, { hasSessionCookie }))
}

/** Matches the names of the other build's files. */
export const otherBuild = /-[\w-]{8}zz\.js$/

/** Makes a copy of the build whose chunks have other names. */
async function anotherBuild(folder: string) {
  await cp(path.join(root, 'dist/client'), folder, { recursive: true })
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name)
    if (/\.(br|gz)$/.test(name)) await rm(file)
    else if (/\.(js|css|html|json)$/.test(name)) {
      const content = await readFile(file, 'utf8')
      await writeFile(file, renamed(content).replaceAll(/(revision"?: ?["'`])/g, '$1zz'))
      await rename(file, path.join(folder, renamed(name)))
    }
  }
  return folder
}

const renamed = (text: string) => text.replaceAll(/(-[\w-]{8})(\.(?:js|css)\b)/g, '$1zz$2')
