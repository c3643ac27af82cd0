import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import express, { type Request, type RequestHandler } from 'express'
import type { Env } from '../env'
import { isAt, screens } from '@shared/screens'
import { root } from '../root'
import { NotFoundError } from '../http/errors'
import { onlyRead } from '../http/other-method'
import { type Manifest, preloadLinks } from './preload-links'

type SessionCheck = { hasSessionCookie: (req: Request) => boolean }

/** Serves the client: its built files, or in development its sources through Vite. Other paths get its HTML. */
export function singlePageApp(env: Env, sessionCheck: SessionCheck): Promise<RequestHandler[]> {
  return env.devServer ? sourceApp() : builtApp(path.join(root, 'dist/client'), sessionCheck)
}

/** The signed-out HTML tells the app that there is no session, which saves a request for the user (vite.config.ts). */
const html = { signedIn: 'index.html', signedOut: 'signed-out.html' }

export async function builtApp(
  folder: string,
  { hasSessionCookie }: SessionCheck,
): Promise<RequestHandler[]> {
  const manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const linksOf = preloadLinks(manifest)
  const files = await builtFiles(folder)
  return [
    files,
    onRead((req, res, next) => {
      if (isAsset(req.path)) throw new NotFoundError('File')
      const signedIn = hasSessionCookie(req)
      const links = linksOf(req.url, signedIn)
      if (links) res.set('Link', links)
      res.vary('Cookie')
      req.url = `/${signedIn ? html.signedIn : html.signedOut}`
      return files(req, res, next)
    }),
  ]
}

/** File suffix and encoding of the compressed copies (vite.config.ts), best compression first. */
const encodings = new Map([
  ['.br', 'br'],
  ['.gz', 'gzip'],
])

/** Serves a file, or its compressed copy if there is one that the browser accepts. */
async function builtFiles(folder: string): Promise<RequestHandler> {
  const names = new Set(await readdir(folder, { recursive: true }))
  // What begins with a dot is not served, and the names of folders have none.
  const isFile = (name: string) => names.has(name) && /^[^.].*\./.test(name)
  const copiesOf = (name: string) => [...encodings].filter(([suffix]) => names.has(name + suffix))
  const htmlTags = new Map<string, string>()
  for (const name of Object.values(html)) htmlTags.set(name, await tagOf(path.join(folder, name)))

  const files = express.static(folder, {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (res, file) => {
      const suffix = path.extname(file)
      const encoding = encodings.get(suffix)
      const name = path.relative(folder, encoding ? file.slice(0, -suffix.length) : file)
      if (encoding) res.type(path.extname(name)).set('Content-Encoding', encoding)
      if (copiesOf(name).length) res.vary('Accept-Encoding')
      const htmlTag = htmlTags.get(name)
      if (htmlTag) res.set('ETag', htmlTag)
      res.set('Cache-Control', cachingOf(name))
    },
  })
  return (req, res, next) => {
    const name = req.path.slice(1)
    if (!isRead(req)) return isFile(name) ? onlyRead(req, res, next) : next()
    const copy = copiesOf(name).find(([, encoding]) => req.acceptsEncodings(encoding))
    if (copy) req.url = req.path + copy[0]
    return files(req, res, next)
  }
}

/** Asset names contain a hash of the content. The HTML and the service worker refer to them, so both must be revalidated. */
function cachingOf(name: string): string {
  if (name === html.signedIn) return 'no-store'
  if (name === html.signedOut || name === 'sw.js') return 'no-cache'
  return isAsset(`/${name}`) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

const isAsset = (urlPath: string) => urlPath.startsWith('/assets/')

/** An ETag of the content: size and date do not tell builds apart where an image resets file dates. */
const tagOf = async (file: string) =>
  `W/"${createHash('sha256')
    .update(await readFile(file))
    .digest('base64url')}"`

async function sourceApp(): Promise<RequestHandler[]> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    server: { middlewareMode: true },
    appType: 'custom',
  })
  return [
    vite.middlewares,
    onRead(async (req, res) => {
      const source = await readFile(path.join(root, 'client/index.html'), 'utf8')
      res.type('html').send(await vite.transformIndexHtml(req.originalUrl, source))
    }),
  ]
}

/** Other methods are refused at a screen; elsewhere they are passed on, and end as 404. */
const onRead =
  (show: RequestHandler): RequestHandler =>
  (req, res, next) => {
    if (!isRead(req)) return isScreen(req.path) ? onlyRead(req, res, next) : next()
    if (isNoScreen(req.path)) throw new NotFoundError()
    return show(req, res, next)
  }

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

const isScreen = (urlPath: string) => screens.some((screen) => isAt(screen, urlPath))

/** Whoever asks for a file, for metrics or for a mistyped call of the API must not take the page for the answer. */
const isNoScreen = (urlPath: string) =>
  !isAsset(urlPath) && /^\/\/|^\/(metrics|version)\/?$|\.[\w-]+$/i.test(urlPath) && !isScreen(urlPath)
