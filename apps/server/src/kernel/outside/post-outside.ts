import type { IncomingMessage } from 'node:http'
import { outside, type OutsideWorld, reach, requestTo } from './fetch-outside.ts'

export interface Posted {
  headers: Readonly<Record<string, string | number>>
  body: Buffer
}

/**
 * Posts to addresses that users give: of the public internet alone, looked at after its name is resolved, and led
 * nowhere else.
 */
export interface PostOutside {
  /** Throws where it may not be posted to, or its name is not found: a `NotAllowedError` where it never may be. */
  mustReach(address: string): Promise<void>
  /**
   * Answers the status, whatever it is; what else is answered is not read. Throws as `mustReach` does, and where nobody
   * answers in time.
   */
  post(address: string, posted: Posted): Promise<number>
}

/** Of an origin that the operator has set for tests: trusted, in clear and on this machine. */
const connectInClear = (url: URL, signal: AbortSignal, { headers, body }: Posted): Promise<IncomingMessage> =>
  new Promise((done, failed) => {
    process
      .getBuiltinModule('node:http')
      .request(url, { method: 'POST', agent: false, signal, headers }, done)
      .on('error', failed)
      .end(body)
  })

/** Who takes longer answers nobody: a push service needs a tenth of a second. */
const MOST_MS = 4_000

/**
 * `trusted` is an origin that is posted to wherever it is: the one of a push service that a test runs. `world` is
 * another one in tests alone.
 */
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
