import { closeCodes, PING_INTERVAL_MS, TOO_MANY_FRAMES, type ClientFrame } from '@parvis/contract/realtime.ts'
import { type Message, readMessage } from './live-frames.ts'

export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>

const MIN_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000
/** A connection that lasts this long resets the backoff; one that the server closes at once (1013) does not. */
const STABLE_MS = 10_000
const OPEN = 1

/** Delays each reconnect, longer after each failure. */
const createBackoff = (reconnect: () => void, random: () => number) => {
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let stableTimer: ReturnType<typeof setTimeout> | undefined
  const reset = () => {
    failures = 0
  }
  return {
    reset,
    resetOnceStable: () => {
      stableTimer = setTimeout(reset, STABLE_MS)
    },
    schedule: () => {
      const wait = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures++)
      retryTimer = setTimeout(reconnect, wait / 2 + (random() * wait) / 2)
    },
    cancel: () => {
      clearTimeout(retryTimer)
      clearTimeout(stableTimer)
    },
  }
}

export interface ConnectionEvents {
  onConnected: () => void
  onMessage: (message: Message) => void
  /** Called when the server has closed the connection because the session ended. */
  onRevoked: () => void
}

/** A connection to the server that is opened again when it is lost. */
export const createConnection = (openSocket: () => LiveSocket, random: () => number, events: ConnectionEvents) => {
  let socket: LiveSocket | null = null
  /** Another tab has replaced this connection; this tab reconnects when it gets focus. */
  let isReplaced = false
  let isAlive = true
  let pingTimer: ReturnType<typeof setInterval> | undefined

  const disconnect = () => {
    backoff.cancel()
    clearInterval(pingTimer)
    const old = socket
    socket = null
    if (!old) return
    old.onopen = old.onmessage = old.onclose = null
    old.close()
  }

  const send = (frame: ClientFrame) => {
    if (socket?.readyState !== OPEN) return false
    socket.send(JSON.stringify(frame))
    return true
  }

  const ping = () => {
    // A connection without frames is dead, even if the browser still reports it as open.
    if (!isAlive) return scheduleReconnect()
    isAlive = false
    send({ event: 'ping' })
  }

  const reconnect = () => {
    disconnect()
    isReplaced = false
    isAlive = true
    socket = openSocket()
    socket.onopen = () => {
      backoff.resetOnceStable()
      pingTimer = setInterval(ping, PING_INTERVAL_MS)
      events.onConnected()
    }
    socket.onmessage = ({ data }) => {
      isAlive = true
      const message = readMessage(data)
      if (message) events.onMessage(message)
    }
    socket.onclose = ({ code, reason }) => {
      if (code === closeCodes.revoked) return events.onRevoked()
      isReplaced = code === closeCodes.tooMany && reason !== TOO_MANY_FRAMES
      if (isReplaced) disconnect()
      else scheduleReconnect()
    }
  }
  const backoff = createBackoff(reconnect, random)

  const scheduleReconnect = () => {
    disconnect()
    backoff.schedule()
  }

  return {
    reconnect,
    disconnect,
    send,
    hasSocket: () => socket !== null,
    isOpen: () => socket?.readyState === OPEN,
    isReplaced: () => isReplaced,
    close: () => {
      backoff.reset()
      disconnect()
    },
  }
}
