import { closeCodes, PING_INTERVAL_MS, TOO_MANY_FRAMES } from '@parvis/contract/realtime.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLiveConnection, type LiveConnection, BACKGROUND_CLOSE_MS } from './live.ts'
import type { LiveSocket } from './live-connection.ts'
import { hasId, hasVersion } from './live-frames.ts'

interface FakeSocket extends LiveSocket {
  sent: string[]
  isClosed: boolean
  accept: () => void
  receive: (frame: unknown) => void
  drop: (code?: number, reason?: string) => void
}

let sockets: FakeSocket[]
let live: LiveConnection
let focused: boolean
let hidden: boolean

const connect = (): LiveSocket => {
  const socket: FakeSocket = {
    sent: [],
    isClosed: false,
    readyState: 0,
    onopen: null,
    onmessage: null,
    onclose: null,
    send(frame) {
      socket.sent.push(String(frame))
    },
    close() {
      socket.isClosed = true
    },
    accept() {
      Object.assign(socket, { readyState: 1 })
      socket.onopen?.call(socket as unknown as WebSocket, new Event('open'))
    },
    receive(frame) {
      socket.onmessage?.call(
        socket as unknown as WebSocket,
        { data: typeof frame === 'string' ? frame : JSON.stringify(frame) } as MessageEvent,
      )
    },
    drop(code = 1006, reason = '') {
      Object.assign(socket, { readyState: 3 })
      socket.onclose?.call(socket as unknown as WebSocket, { code, reason } as CloseEvent)
    },
  }
  sockets.push(socket)
  return socket
}
const newest = () => sockets.at(-1)!
/** Returns how many milliseconds pass until the next attempt to connect. */
const waitForReconnect = () => {
  const before = sockets.length
  let wait = 0
  for (; sockets.length === before; wait += 500) vi.advanceTimersByTime(500)
  return wait
}
const loseFocus = () => {
  focused = false
  dispatchEvent(new Event('blur'))
}
const regainFocus = () => {
  focused = true
  dispatchEvent(new Event('focus'))
}

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  focused = true
  hidden = false
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  live = createLiveConnection(connect, () => 1)
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the live connection', () => {
  test('opens only once, and does not reconnect after it is closed', () => {
    live.open()
    live.open()
    expect(sockets).toHaveLength(1)
    newest().accept()
    live.close()
    expect(newest().isClosed).toBe(true)
    vi.advanceTimersByTime(600_000)
    expect(sockets).toHaveLength(1)
  })

  test('sends regular pings', () => {
    live.open()
    newest().accept()
    for (const beat of [1, 2, 3]) {
      vi.advanceTimersByTime(PING_INTERVAL_MS)
      expect(newest().sent).toEqual(Array.from({ length: beat }, () => '{"event":"ping"}'))
      newest().receive({ event: 'pong', serverDateTime: '' })
    }
  })

  test('is replaced when no frames arrive any more', () => {
    live.open()
    newest().accept()
    vi.advanceTimersByTime(2 * PING_INTERVAL_MS)
    expect(sockets[0]!.isClosed).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(sockets).toHaveLength(2)
  })

  test('reconnects with growing delays after a loss, and emits `connected` each time', () => {
    const connected = vi.fn<() => void>()
    live.on('connected', connected)
    live.open()
    newest().accept()
    newest().drop()
    const waits: number[] = []
    for (let failure = 0; failure < 9; failure++) {
      waits.push(waitForReconnect())
      newest().drop()
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
    dispatchEvent(new Event('online'))
    newest().accept()
    expect(connected).toHaveBeenCalledTimes(2)
  })

  test('emits `connected` with false to a late subscriber, as the connection has not just opened', async () => {
    const early = vi.fn<(opensNow: boolean) => void>()
    const late = vi.fn<(opensNow: boolean) => void>()
    live.on('connected', early)
    live.open()
    newest().accept()
    live.on('connected', late)
    await Promise.resolve()
    expect(early.mock.calls).toEqual([[true]])
    expect(late.mock.calls).toEqual([[false]])
  })

  test('backs off from a server that closes each connection at once, and emits `connected` each time', () => {
    const connected = vi.fn<() => void>()
    live.on('connected', connected)
    live.open()
    const waits: number[] = []
    for (let failure = 0; failure < 7; failure++) {
      newest().accept()
      newest().drop(1013)
      waits.push(waitForReconnect())
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000])
    newest().accept()
    expect(connected).toHaveBeenCalledTimes(1 + waits.length)
    vi.advanceTimersByTime(10_000)
    newest().drop(1013)
    expect(waitForReconnect()).toBe(1000)
  })

  test('adds jitter to the reconnect delay', () => {
    live = createLiveConnection(connect, () => 0)
    live.open()
    newest().drop()
    vi.advanceTimersByTime(500)
    expect(sockets).toHaveLength(2)
  })
})

describe('while the page is in the background', () => {
  test('the connection closes after a minute, and reopens when the page receives the focus again', () => {
    live.open()
    newest().accept()
    loseFocus()
    vi.advanceTimersByTime(PING_INTERVAL_MS)
    newest().receive({ event: 'pong' })
    vi.advanceTimersByTime(BACKGROUND_CLOSE_MS - PING_INTERVAL_MS)
    expect(newest().isClosed).toBe(true)
    vi.advanceTimersByTime(600_000)
    expect(sockets).toHaveLength(1)
    regainFocus()
    expect(sockets).toHaveLength(2)
  })

  test('the connection survives a short absence', () => {
    live.open()
    newest().accept()
    hidden = true
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(BACKGROUND_CLOSE_MS - 30_000)
    hidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(30_000)
    expect(newest().isClosed).toBe(false)
  })
})

describe('when the server closes the connection', () => {
  test('the revocation of the session is emitted once with its reason, and no event follows', () => {
    const revoked = vi.fn<(news: { reason: string }) => void>()
    const deleted = vi.fn<() => void>()
    live.on('session.revoked', revoked)
    live.on('event.deleted', deleted, hasVersion)
    live.open()
    newest().accept()
    const { onmessage } = newest()
    newest().receive({ event: 'session.revoked', data: { reason: 'password' } })
    newest().drop(closeCodes.revoked)
    onmessage?.call(newest() as unknown as WebSocket, { data: '{' } as MessageEvent)
    newest().receive({ event: 'event.deleted', data: { _id: 'a', version: 2 } })
    expect(revoked.mock.calls).toEqual([[{ reason: 'password' }]])
    expect(deleted).not.toHaveBeenCalled()
    vi.advanceTimersByTime(600_000)
    expect(sockets).toHaveLength(1)
  })

  test('a connection closed for a revoked session emits the revocation and does not reconnect', () => {
    const revoked = vi.fn<(news: { reason: string }) => void>()
    live.on('session.revoked', revoked)
    live.open()
    newest().accept()
    newest().drop(closeCodes.revoked)
    expect(revoked.mock.calls).toEqual([[{ reason: 'logout' }]])
    vi.advanceTimersByTime(600_000)
    expect(sockets).toHaveLength(1)
  })

  test('a connection replaced by another tab reconnects only when this tab receives the focus', () => {
    live.open()
    newest().accept()
    newest().drop(closeCodes.tooMany)
    vi.advanceTimersByTime(600_000)
    dispatchEvent(new Event('online'))
    expect(sockets).toHaveLength(1)
    regainFocus()
    expect(sockets).toHaveLength(2)
  })

  test('a connection closed for too many frames reconnects by itself', () => {
    live.open()
    newest().accept()
    newest().drop(closeCodes.tooMany, TOO_MANY_FRAMES)
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(2)
  })
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '7',
  '{"event":"user.online"}',
  '{"event":"user.online","data":null}',
  '{"event":"user.online","data":{"_id":7}}',
  '{"event":"constructor","data":{}}',
  '{"event":"connected","data":{}}',
  '{"event":"session.revoked","data":{"reason":7}}',
  '{"event":"event.deleted","data":{"_id":"a","version":2}}',
  new ArrayBuffer(8),
])('a frame with invalid JSON or unexpected content is ignored (%s)', frame => {
  const handler = vi.fn<() => void>()
  live.on('user.online', handler, hasId)
  live.on('session.revoked', handler)
  // @ts-expect-error -- whoever listens to the server says what is whole
  live.on('event.deleted', handler)
  live.open()
  newest().accept()
  live.on('connected', handler)
  newest().onmessage?.call(newest() as unknown as WebSocket, { data: frame } as MessageEvent)
  expect(handler).not.toHaveBeenCalled()
  newest().receive({ event: 'user.online', data: { _id: 'a' } })
  expect(handler).toHaveBeenCalledOnce()
})
