import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import express, { type RequestHandler } from 'express'
import type { Env } from '../env'
import { NotFoundError } from './errors'
import { hasSessionCookie } from '../features/auth/sessions'
import { root } from '../root'
import { type Manifest, preloadLinks } from './preload-links'

/** Serves the single-page app: its built files, or in development its sources through Vite. */
export async function page(env: Env): Promise<RequestHandler[]> {
  return env.devServer ? devPage() : builtPage(path.join(root, 'dist/client'))
}

export async function builtPage(folder: string): Promise<RequestHandler[]> {
  const manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const linksOf = preloadLinks(manifest)
  const pageTags = new Map<string, string>()
  for (const name of Object.values(pages)) pageTags.set(name, await tagOf(path.join(folder, name)))
  const precompressed = choosePrecompressed(new Set(await readdir(folder, { recursive: true })))
  const files = express.static(folder, {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (res, file) => {
      const name = path.relative(folder, file)
      res.setHeader('Cache-Control', cachingOf(name))
      const pageTag = pageTags.get(uncompressed(name))
      if (pageTag) res.setHeader('ETag', pageTag)
    },
  })
  return [
    precompressed,
    files,
    showPage((req, res, next) => {
      if (isAsset(req.path)) throw new NotFoundError('File')
      const isSignedIn = hasSessionCookie(req)
      const links = linksOf(req.path, isSignedIn)
      if (links) res.set('Link', links)
      res.vary('Cookie')
      req.url = `/${isSignedIn ? pages.signedIn : pages.signedOut}`
      precompressed(req, res, () => files(req, res, next))
    }),
  ]
}

/** A browser that sends no session is told that nobody is signed in, and the app asks nothing (vite.config.ts). */
const pages = { signedIn: 'index.html', signedOut: 'signed-out.html' }

/** By content: two builds of one size can have the same date where dates are evened out, as in some images. */
const tagOf = async (file: string) =>
  `W/"${createHash('sha256')
    .update(await readFile(file))
    .digest('base64url')}"`

const isPage = (file: string) => Object.values(pages).includes(uncompressed(file))
const uncompressed = (file: string) => file.replace(/\.(br|gz)$/, '')
const isAsset = (urlPath: string) => urlPath.startsWith('/assets/')

/** The names of assets hold a hash of their content; the page names the assets, so it has to be the newest. */
function cachingOf(file: string): string {
  if (isAsset(`/${file}`)) return 'public, max-age=31536000, immutable'
  return isPage(file) ? 'no-cache' : 'public, max-age=3600'
}

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]

/** Answers with the file that the build has compressed (vite.config.ts), where there is one that the browser takes. */
function choosePrecompressed(names: Set<string>): RequestHandler {
  return (req, res, next) => {
    const name = req.path.slice(1)
    const made = encodings.filter(({ suffix }) => names.has(name + suffix))
    if (made.length) res.vary('Accept-Encoding')
    const encoding = made.find((encoding) => req.acceptsEncodings(encoding.name))
    if (encoding) {
      res.type(path.extname(name)).set('Content-Encoding', encoding.name)
      req.url = `${req.path}${encoding.suffix}`
    }
    next()
  }
}
async function devPage(): Promise<RequestHandler[]> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    server: { middlewareMode: true },
    appType: 'custom',
  })
  return [
    vite.middlewares,
    showPage(async (req, res) => {
      const html = await readFile(path.join(root, 'client/index.html'), 'utf8')
      res.type('html').send(await vite.transformIndexHtml(req.originalUrl, html))
    }),
  ]
}

/** Every path that is no file is one of the app's, whose own router knows the rest. */
const showPage =
  (show: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.method === 'GET' || req.method === 'HEAD' ? show(req, res, next) : next()
