import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

const TIMEOUT_MS = 20_000

/**
 * Opens a WebSocket for each cookie at once, as after a restart of the server. Once all are open, one member posts.
 * Returns the numbers of opened and refused connections and of other frames, and times in milliseconds.
 */
export const reconnectAll = async (url: string, cookies: readonly string[]) => {
  const begin = performance.now()
  const elapsedMs = () => Math.round(performance.now() - begin)
  const refused = new Map<string, number>()
  let frames = 0
  let onPostFrame = () => {}
  const open = (cookie: string) =>
    new Promise<WebSocket | null>(done => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, {
        perMessageDeflate: false,
        headers: { cookie, origin: url },
      })
      socket.on('message', (data: Buffer) => {
        frames++
        if (data.includes('"event.created"')) onPostFrame()
      })
      socket.once('open', () => done(socket))
      socket.once('error', ({ message }) => {
        refused.set(message, (refused.get(message) ?? 0) + 1)
        done(null)
      })
    })
  const screens = await Promise.all(cookies.map(open))
  const sockets = screens.filter(socket => socket !== null)
  const answeredMs = elapsedMs()
  let left = sockets.length
  const received = new Promise<number>(done => {
    onPostFrame = () => {
      if (--left === 0) done(elapsedMs() - answeredMs)
    }
  })
  const reply = await fetch(`${url}/events/publish`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookies[0]!, origin: url },
    body: '{"description":"Un mot"}',
  })
  if (!reply.ok) throw new Error(`A post was refused: ${await reply.text()}`)
  const postedMs = elapsedMs() - answeredMs
  const heardMs = await Promise.race([received, wait(TIMEOUT_MS, null, { ref: false })])
  // Waits until the presence frames have stopped arriving.
  for (let before = -1; before !== frames;) {
    before = frames
    await wait(500)
  }
  for (const socket of sockets) socket.terminate()
  return {
    open: sockets.length,
    refused: Object.fromEntries(refused),
    answeredMs,
    postedMs,
    heardMs,
    frames: frames - sockets.length,
  }
}
