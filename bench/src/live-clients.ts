import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** WebSocket clients of one server. `post` returns the milliseconds until the first and last client got the post. */
export interface LiveClients {
  post(text: string): Promise<{ first: number; last: number }>
  lastFrame(): string
  close(): void
}

const TIMEOUT_MS = 10_000

/** Opens a WebSocket for each cookie. The `posterCookies` post in turn, so that no member reaches the rate limit. */
export const openLiveClients = async (
  url: string,
  cookies: readonly string[],
  posterCookies: readonly string[],
): Promise<LiveClients> => {
  let frame = ''
  let onPostFrame = () => {}
  const open = (cookie: string, at: number) =>
    new Promise<WebSocket>((done, failed) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, {
        perMessageDeflate: false,
        headers: { cookie, origin: url },
      })
      socket.on('message', (data: Buffer) => {
        // Presence frames, which are short, are not counted.
        if (data.length < 200) return
        if (at === 0) frame = data.toString()
        onPostFrame()
      })
      socket.once('open', () => done(socket))
      socket.once('error', failed)
    })
  const sockets: WebSocket[] = []
  for (const cookie of cookies) sockets.push(await open(cookie, sockets.length))
  let postCount = 0
  return {
    async post(text) {
      const cookie = posterCookies[postCount++ % posterCookies.length]!
      let left = cookies.length
      let first = 0
      const begin = performance.now()
      const received = new Promise<number>(done => {
        onPostFrame = () => {
          if (left === cookies.length) first = performance.now() - begin
          if (--left === 0) done(performance.now() - begin)
        }
      })
      const reply = await fetch(`${url}/events/publish`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, origin: url },
        body: JSON.stringify({ description: text }),
      })
      if (!reply.ok) throw new Error(`A post was refused: ${await reply.text()}`)
      await reply.arrayBuffer()
      const last = await Promise.race([received, wait(TIMEOUT_MS, null, { ref: false })])
      if (last === null) throw new Error(`${left} of ${cookies.length} clients did not receive the post`)
      return { first, last }
    },
    lastFrame: () => frame,
    close: () => sockets.forEach(socket => socket.terminate()),
  }
}
