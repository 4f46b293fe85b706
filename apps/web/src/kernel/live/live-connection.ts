import { closeCodes, PING_INTERVAL_MS, TOO_MANY_FRAMES, type ClientFrame } from '@parvis/contract/realtime.ts'
import { type LiveMessage, parseLiveMessage } from './live-frames.ts'

export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>

const MIN_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000
/** A connection that lasts this long resets the backoff; one that the server closes at once (1013) does not. */
const STABLE_MS = 10_000
const OPEN = 1

const sendFrame = (socket: LiveSocket | null, frame: ClientFrame) => {
  if (socket?.readyState !== OPEN) return false
  socket.send(JSON.stringify(frame))
  return true
}

const closeSilently = (socket: LiveSocket) => {
  socket.onopen = socket.onmessage = socket.onclose = null
  socket.close()
}

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

/** Pings the server. A connection without frames since the last ping is dead, even if the browser says it is open. */
const createHeartbeat = (sendPing: () => void, onDead: () => void) => {
  let isAlive = true
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    start: () => {
      timer = setInterval(() => {
        if (!isAlive) return onDead()
        isAlive = false
        sendPing()
      }, PING_INTERVAL_MS)
    },
    stop: () => clearInterval(timer),
    onFrame: () => {
      isAlive = true
    },
  }
}

export interface ConnectionEvents {
  onConnected: () => void
  onMessage: (message: LiveMessage) => void
  /** Called when the server has closed the connection because the session ended. */
  onRevoked: () => void
}

/** A connection to the server that is opened again when it is lost. */
export const createReconnectingSocket = (
  openSocket: () => LiveSocket,
  random: () => number,
  events: ConnectionEvents,
) => {
  let socket: LiveSocket | null = null
  /** Another tab has replaced this connection; this tab reconnects when it receives the focus. */
  let isReplaced = false

  const disconnect = () => {
    backoff.cancel()
    heartbeat.stop()
    const old = socket
    socket = null
    if (old) closeSilently(old)
  }

  const reconnect = () => {
    disconnect()
    isReplaced = false
    heartbeat.onFrame()
    socket = openSocket()
    socket.onopen = () => {
      backoff.resetOnceStable()
      heartbeat.start()
      events.onConnected()
    }
    socket.onmessage = ({ data }) => {
      heartbeat.onFrame()
      const message = parseLiveMessage(data)
      if (message) events.onMessage(message)
    }
    socket.onclose = ({ code, reason }) => {
      if (code === closeCodes.revoked) return events.onRevoked()
      isReplaced = code === closeCodes.tooMany && reason !== TOO_MANY_FRAMES
      if (isReplaced) disconnect()
      else scheduleReconnect()
    }
  }

  const scheduleReconnect = () => {
    disconnect()
    backoff.schedule()
  }

  const backoff = createBackoff(reconnect, random)
  const heartbeat = createHeartbeat(() => sendFrame(socket, { event: 'ping' }), scheduleReconnect)

  return {
    reconnect,
    disconnect,
    send: (frame: ClientFrame) => sendFrame(socket, frame),
    hasSocket: () => socket !== null,
    isOpen: () => socket?.readyState === OPEN,
    isReplaced: () => isReplaced,
    close: () => {
      backoff.reset()
      disconnect()
    },
  }
}
