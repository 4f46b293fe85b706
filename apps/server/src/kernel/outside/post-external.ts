import type { IncomingMessage } from 'node:http'
import {
  externalNetwork,
  type ExternalNetwork,
  resolvePublicAddress,
  requestOptionsFor,
  withTimeout,
} from './fetch-external.ts'

export interface PostContent {
  headers: Readonly<Record<string, string | number>>
  body: Buffer
}

/** Posts to URLs given by users: only to checked public IP addresses, without following redirects. */
export interface PostExternal {
  /** Throws when the URL is not allowed or does not resolve; a `NotAllowedError` when a retry cannot help. */
  assertAllowed(address: string): Promise<void>
  /** Returns the status and ignores the body. Throws like `assertAllowed`, and on a timeout. */
  post(address: string, posted: PostContent): Promise<number>
}

const connectWithoutTls = (url: URL, signal: AbortSignal, { headers, body }: PostContent): Promise<IncomingMessage> =>
  new Promise((done, failed) => {
    process
      .getBuiltinModule('node:http')
      .request(url, { method: 'POST', agent: false, signal, headers }, done)
      .on('error', failed)
      .end(body)
  })

/** A push service usually answers within a tenth of a second. */
const TIMEOUT_MS = 4_000

/** `trustedOrigin`: the push service of a test, which is not checked. `network` is replaced in tests only. */
export const createPostExternal = (
  trustedOrigin: URL | null = null,
  network: Partial<ExternalNetwork> = {},
): PostExternal => {
  const { resolve, connect, timeoutMs } = { ...externalNetwork, timeoutMs: TIMEOUT_MS, ...network }
  const isTrusted = (url: URL) => trustedOrigin !== null && url.origin === trustedOrigin.origin

  const postTo = async (url: URL, posted: PostContent, signal: AbortSignal) => {
    if (isTrusted(url)) return connectWithoutTls(url, signal, posted)
    const host = await resolvePublicAddress(url, resolve)
    signal.throwIfAborted()
    const headers = { ...posted.headers, host: url.host, 'user-agent': 'Parvis' }
    return connect({ ...requestOptionsFor(url, host, signal), method: 'POST', headers }, posted.body)
  }
  const inTime = <T>(work: (signal: AbortSignal) => Promise<T>) => withTimeout(timeoutMs, 'not reached in time', work)

  return {
    async assertAllowed(address) {
      const url = new URL(address)
      if (!isTrusted(url)) await inTime(() => resolvePublicAddress(url, resolve))
    },
    async post(address, posted) {
      const url = new URL(address)
      const answer = await inTime(signal => postTo(url, posted, signal))
      answer.destroy()
      return answer.statusCode ?? 0
    },
  }
}
