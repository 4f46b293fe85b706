import type { IncomingMessage } from 'node:http'
import { outside, type OutsideWorld, reach, requestTo } from './fetch-outside.ts'

export interface Posted {
  headers: Readonly<Record<string, string | number>>
  body: Buffer
}

/** Posts to URLs given by users: to checked public addresses only, without following redirects. */
export interface PostOutside {
  /** Throws when the URL may not be posted to or does not resolve; a `NotAllowedError` when it never may be. */
  mustReach(address: string): Promise<void>
  /** Returns the status and ignores the body. Throws as `assertAllowed` does, and on a timeout. */
  post(address: string, posted: Posted): Promise<number>
}

const connectInClear = (url: URL, signal: AbortSignal, { headers, body }: Posted): Promise<IncomingMessage> =>
  new Promise((done, failed) => {
    process
      .getBuiltinModule('node:http')
      .request(url, { method: 'POST', agent: false, signal, headers }, done)
      .on('error', failed)
      .end(body)
  })

/** A push service usually needs a tenth of a second. */
const MOST_MS = 4_000

/** `trusted` is an unchecked origin: a test's push service. `network` is replaced in tests only. */
export const createPostOutside = (trusted: URL | null = null, world: Partial<OutsideWorld> = {}): PostOutside => {
  const { resolve, connect, mostMs } = { ...outside, mostMs: MOST_MS, ...world }
  const isTrusted = (url: URL) => trusted !== null && url.origin === trusted.origin

  const postTo = async (url: URL, posted: Posted, signal: AbortSignal) => {
    if (isTrusted(url)) return connectInClear(url, signal, posted)
    const host = await reach(url, resolve)
    signal.throwIfAborted()
    const headers = { ...posted.headers, host: url.host, 'user-agent': 'Parvis' }
    return connect({ ...requestTo(url, host, signal), method: 'POST', headers }, posted.body)
  }
  const inTime = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(mostMs)
    const late = new Promise<never>((_, failed) => {
      signal.addEventListener('abort', () => failed(new Error('not reached in time')))
    })
    return Promise.race([work(signal), late])
  }

  return {
    async mustReach(address) {
      const url = new URL(address)
      if (!isTrusted(url)) await inTime(() => reach(url, resolve))
    },
    async post(address, posted) {
      const url = new URL(address)
      const answer = await inTime(signal => postTo(url, posted, signal))
      answer.destroy()
      return answer.statusCode ?? 0
    },
  }
}
