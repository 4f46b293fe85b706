import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type FakeInternet, startFakeInternet } from './fake-internet.ts'

const handlersByPath: Record<string, (response: ServerResponse, search: URLSearchParams) => void> = {
  '/hello': response => response.end('hello'),
  '/to': (response, search) =>
    response
      .writeHead(Number(search.get('status') ?? 302), { location: Buffer.from(search.get('url')!).toString('latin1') })
      .end(),
  '/long': response => response.end('x'.repeat(2000)),
  '/endless': response => {
    // pause: a server that sends slowly
    setInterval(() => response.write('x'), 5).unref()
  },
  '/silent': () => {},
  '/dripping': response => {
    // pause: a server that sends slowly
    setInterval(() => response.write('x'), 150).unref()
  },
  '/loop': response => response.writeHead(302, { location: '/loop' }).end(),
  '/pingpong': response =>
    response.writeHead(307, { location: 'https://other.example/pingpong?' + Math.random() }).end(),
  '/heads': response => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end('hello'),
  '/packed': response => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(500_000))),
  '/boast': response => {
    response.writeHead(200, { 'content-length': '5' })
    response.socket!.end('x'.repeat(5000))
  },
  '/gone': response => response.writeHead(404).end('hello'),
  '/nowhere': response => response.writeHead(302).end('hello'),
  '/cookie': response => response.writeHead(302, { location: '/hello', 'set-cookie': 'a=b' }).end(),
}

/** Starts a fake internet in which `good.example` and `other.example` respond to each path in a different way. */
export const startAnsweringInternet = (): Promise<FakeInternet> =>
  startFakeInternet(
    ['good.example', 'other.example'],
    (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'https://good.example')
      handlersByPath[pathname]?.(response, searchParams)
    },
    { timeoutMs: 400, maxBytes: 1000 },
  )

export const REDIRECT_PREFIX = 'https://good.example/to?url='
/** Returns a URL that redirects to `url`. */
export const redirectTo = (url: string): string => REDIRECT_PREFIX + encodeURIComponent(url)
