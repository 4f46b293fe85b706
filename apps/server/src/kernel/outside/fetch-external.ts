import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { readBody } from './fetch-trusted.ts'
import { isPublicAddress } from './public-address.ts'

export interface FetchOptions {
  accept?: string
  /** Maximum response size in bytes; default: 64 KiB. */
  maxBytes?: number
}

/** Fetches a URL of the public internet without our credentials (SSRF-safe); throws when the URL is not allowed. */
export type FetchExternal = (url: string, options?: FetchOptions) => Promise<Buffer>

export interface ExternalNetwork {
  resolve(name: string): Promise<readonly string[]>
  connect(options: RequestOptions, body?: Buffer): Promise<IncomingMessage>
  timeoutMs: number
  maxBytes: number
}

const MAX_REDIRECTS = 3

export const externalNetwork: ExternalNetwork = {
  resolve: async name => (await lookup(name, { all: true })).map(({ address }) => address),
  connect: (options, body) =>
    new Promise((done, failed) => {
      request(options, done).on('error', failed).end(body)
    }),
  timeoutMs: 5000,
  maxBytes: 64 * 1024,
}

const refuse = (why: string): never => {
  throw new Error(`not fetched: ${why}`)
}

/** Thrown when a URL may never be fetched; a retry does not help. */
export class NotAllowedError extends Error {}

const forbid = (why: string): never => {
  throw new NotAllowedError(`not fetched: ${why}`)
}

/** Throws if an address is not allowed. Resolves the host only once, as its address may change (DNS rebinding). */
export const resolvePublicAddress = async (url: URL, resolve: ExternalNetwork['resolve']): Promise<string> => {
  if (url.protocol !== 'https:') forbid('not https')
  if (url.port !== '') forbid('not the port of https')
  if (url.username !== '' || url.password !== '') forbid('with a name or password')
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(name) ? [name] : await resolve(name)
  return addresses.every(isPublicAddress) ? (addresses[0] ?? refuse('no address')) : forbid('not a public address')
}

/** Options that connect to a checked IP address, but verify the certificate against the URL's host name. */
export const requestOptionsFor = (url: URL, ipAddress: string, signal: AbortSignal): RequestOptions => ({
  host: ipAddress,
  port: 443,
  path: `${url.pathname}${url.search}`,
  agent: false,
  signal,
  maxHeaderSize: 16 * 1024,
  ...(isIP(url.hostname) === 0 && !url.hostname.startsWith('[') && { servername: url.hostname }),
})

/** Runs `work` with a signal that aborts after `timeoutMs`, and rejects with `message` then. */
export const withTimeout = <T>(
  timeoutMs: number,
  message: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const timeout = new Promise<never>((_, failed) => {
    signal.addEventListener('abort', () => failed(new Error(message)))
  })
  return Promise.race([work(signal), timeout])
}

export const createFetchExternal = (network: Partial<ExternalNetwork> = {}): FetchExternal => {
  const { resolve, connect, timeoutMs, maxBytes: defaultMaxBytes } = { ...externalNetwork, ...network }

  const fetchFrom = async (
    url: URL,
    options: Required<FetchOptions>,
    signal: AbortSignal,
    redirects: number,
  ): Promise<Buffer> => {
    const host = await resolvePublicAddress(url, resolve)
    signal.throwIfAborted()
    const answer = await connect({
      ...requestOptionsFor(url, host, signal),
      method: 'GET',
      headers: { host: url.host, accept: options.accept, 'accept-encoding': 'identity', 'user-agent': 'Parvis' },
    })
    try {
      const {
        statusCode = 0,
        headers: { location },
      } = answer
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        if (redirects === 0 || !URL.canParse(location, url.href)) refuse('sent elsewhere')
        return await fetchFrom(new URL(location, url), options, signal, redirects - 1)
      }
      return statusCode === 200 ? await readBody(answer, options.maxBytes) : refuse(`answered ${statusCode}`)
    } finally {
      answer.destroy()
    }
  }

  return async (address, { accept = 'application/json', maxBytes = defaultMaxBytes } = {}) => {
    const url = new URL(address)
    return withTimeout(timeoutMs, 'not fetched: too slow', signal =>
      fetchFrom(url, { accept, maxBytes }, signal, MAX_REDIRECTS),
    )
  }
}
