import { type ClientHttp2Session, connect, constants } from 'node:http2'

export interface Http2Answer {
  status: number
  body: string
}

/** Posts to one server over a shared HTTP/2 connection, which is opened on demand and again after a loss. */
export type PostHttp2 = (path: string, headers: Record<string, string | number>, body: string) => Promise<Http2Answer>

const IDLE_MS = 10 * 60_000
const TIMEOUT_MS = 4_000
const MAX_BYTES = 4_096

/** `origin` is not checked: the operator configures it; `http:` is for tests. Rejects after `timeoutMs` (4 s). */
export const createPostHttp2 = (origin: URL, limits: { timeoutMs?: number } = {}): PostHttp2 => {
  let current: ClientHttp2Session | null = null

  const open = (): ClientHttp2Session => {
    if (current && !current.closed && !current.destroyed) return current
    const opened = connect(origin)
    const clearCurrent = () => {
      if (current === opened) current = null
    }
    // Requests in progress report the failure themselves.
    opened.on('error', clearCurrent).on('goaway', clearCurrent).on('close', clearCurrent)
    opened.setTimeout(IDLE_MS, () => opened.close())
    opened.unref()
    current = opened
    return opened
  }

  return (path, headers, body) =>
    new Promise((done, failed) => {
      const session = open()
      const stream = session.request({ ':method': 'POST', ':path': path, ...headers })
      const timer = setTimeout(() => {
        // The next request opens a new connection; other requests in progress may still be answered.
        if (current === session) current = null
        stream.close(constants.NGHTTP2_CANCEL)
        session.close()
        failed(new Error('not reached in time'))
      }, limits.timeoutMs ?? TIMEOUT_MS)
      const chunks: Buffer[] = []
      let length = 0
      let status = 0
      stream
        .on('response', heads => {
          status = Number(heads[':status'])
        })
        .on('data', (chunk: Buffer) => {
          if (length < MAX_BYTES) chunks.push(chunk)
          length += chunk.length
        })
        .on('error', failed)
        .on('close', () => {
          clearTimeout(timer)
          if (status === 0) failed(new Error('not reached'))
          else done({ status, body: Buffer.concat(chunks).toString('utf8', 0, MAX_BYTES) })
        })
        .end(body)
    })
}
