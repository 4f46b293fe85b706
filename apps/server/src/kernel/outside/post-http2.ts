import { type ClientHttp2Session, connect, constants } from 'node:http2'

export interface Http2Answer {
  status: number
  /** The beginning of it. */
  body: string
}

/** Posts to one server over one connection, which is opened when it is needed and again when it was lost. */
export type PostHttp2 = (path: string, headers: Record<string, string | number>, body: string) => Promise<Http2Answer>

/** A connection on which nothing goes for so long is closed. */
const IDLE_MS = 10 * 60_000
const MOST_MS = 4_000
const MOST_BYTES = 4_096

/**
 * The operator has set the origin: it is trusted, in clear (`http:`) on this machine for tests. Rejects where nobody
 * answers in time: four seconds, or what `limits` say at that moment.
 */
export const createPostHttp2 = (origin: URL, limits: { mostMs?: number } = {}): PostHttp2 => {
  let current: ClientHttp2Session | null = null

  const open = (): ClientHttp2Session => {
    if (current && !current.closed && !current.destroyed) return current
    const opened = connect(origin)
    const leave = () => {
      if (current === opened) current = null
    }
    // what is on its way says itself that it failed
    opened.on('error', leave).on('goaway', leave).on('close', leave)
    opened.setTimeout(IDLE_MS, () => opened.close())
    // it keeps no process alive
    opened.unref()
    current = opened
    return opened
  }

  return (path, headers, body) =>
    new Promise((done, failed) => {
      const session = open()
      const stream = session.request({ ':method': 'POST', ':path': path, ...headers })
      const timer = setTimeout(() => {
        // what follows opens another one; what else is on its way here may still be answered
        if (current === session) current = null
        stream.close(constants.NGHTTP2_CANCEL)
        session.close()
        failed(new Error('not reached in time'))
      }, limits.mostMs ?? MOST_MS)
      const chunks: Buffer[] = []
      let length = 0
      let status = 0
      stream
        .on('response', heads => {
          status = Number(heads[':status'])
        })
        .on('data', (chunk: Buffer) => {
          if (length < MOST_BYTES) chunks.push(chunk)
          length += chunk.length
        })
        .on('error', failed)
        .on('close', () => {
          clearTimeout(timer)
          if (status === 0) failed(new Error('not reached'))
          else done({ status, body: Buffer.concat(chunks).toString('utf8', 0, MOST_BYTES) })
        })
        .end(body)
    })
}
