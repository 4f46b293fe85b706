import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export interface Wanted {
  accept?: string
  /** Maximum response size; default: 64 KiB. */
  mostBytes?: number
}

/** Fetches a URL of the public internet without our credentials (SSRF-safe); throws when not allowed. */
export type FetchOutside = (address: string, wanted?: Wanted) => Promise<Buffer>

export interface OutsideWorld {
  resolve(name: string): Promise<readonly string[]>
  connect(options: RequestOptions, body?: Buffer): Promise<IncomingMessage>
  mostMs: number
  mostBytes: number
}

const MOST_REDIRECTS = 3

export const outside: OutsideWorld = {
  resolve: async name => (await lookup(name, { all: true })).map(({ address }) => address),
  connect: (options, body) =>
    new Promise((done, failed) => {
      request(options, done).on('error', failed).end(body)
    }),
  mostMs: 5000,
  mostBytes: 64 * 1024,
}

const refuse = (why: string): never => {
  throw new Error(`not fetched: ${why}`)
}

/** Thrown when a URL may never be fetched; a retry does not help. */
export class NotAllowedError extends Error {}

const forbid = (why: string): never => {
  throw new NotAllowedError(`not fetched: ${why}`)
}

/**
 * Returns the address to connect to for a URL, or throws when it is not allowed. Connect to this address, not to the
 * name: a second DNS lookup could return another one (DNS rebinding).
 */
export const reach = async (url: URL, resolve: OutsideWorld['resolve']): Promise<string> => {
  if (url.protocol !== 'https:') forbid('not https')
  if (url.port !== '') forbid('not the port of https')
  if (url.username !== '' || url.password !== '') forbid('with a name or password')
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(name) ? [name] : await resolve(name)
  // A name with both public and private addresses is refused.
  return addresses.every(isPublicAddress) ? (addresses[0] ?? refuse('no address')) : forbid('not a public address')
}

/** Options to connect to a checked address under the URL's host name, against which the certificate is verified. */
export const requestTo = (url: URL, host: string, signal: AbortSignal): RequestOptions => ({
  host,
  port: 443,
  path: `${url.pathname}${url.search}`,
  agent: false,
  signal,
  maxHeaderSize: 16 * 1024,
  ...(isIP(url.hostname) === 0 && !url.hostname.startsWith('[') && { servername: url.hostname }),
})

const readBody = async (answer: IncomingMessage, mostBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) refuse('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** `network` is replaced in tests only. */
export const createFetchOutside = (world: Partial<OutsideWorld> = {}): FetchOutside => {
  const { resolve, connect, mostMs, mostBytes: mostOf } = { ...outside, ...world }

  const fetchFrom = async (
    url: URL,
    wanted: Required<Wanted>,
    signal: AbortSignal,
    redirects: number,
  ): Promise<Buffer> => {
    const host = await reach(url, resolve)
    signal.throwIfAborted()
    const answer = await connect({
      ...requestTo(url, host, signal),
      method: 'GET',
      headers: { host: url.host, accept: wanted.accept, 'accept-encoding': 'identity', 'user-agent': 'Parvis' },
    })
    try {
      const {
        statusCode = 0,
        headers: { location },
      } = answer
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        if (redirects === 0 || !URL.canParse(location, url.href)) refuse('sent elsewhere')
        return await fetchFrom(new URL(location, url), wanted, signal, redirects - 1)
      }
      return statusCode === 200 ? await readBody(answer, wanted.mostBytes) : refuse(`answered ${statusCode}`)
    } finally {
      answer.destroy()
    }
  }

  return async (address, { accept = 'application/json', mostBytes = mostOf } = {}) => {
    const url = new URL(address)
    const signal = AbortSignal.timeout(mostMs)
    const late = new Promise<never>((_, failed) => {
      signal.addEventListener('abort', () => failed(new Error('not fetched: too slow')))
    })
    return Promise.race([fetchFrom(url, { accept, mostBytes }, signal, MOST_REDIRECTS), late])
  }
}
