import {
  closeCodes,
  SOCKET_PATH,
  TOO_MANY_FRAMES,
  type ClientFrame,
  type RevokedReason,
  type ServerMessages,
  type ServerReplies,
  PING_INTERVAL_MS,
} from '@parvis/contract/realtime.ts'
import { serverSocketUrl, socketProtocols } from '../shell/shell.ts'
import { type Message, readMessage } from './live-frames.ts'

/** How long the live connection stays open while the app is in the background, in milliseconds. */
export const BACKGROUND_CLOSE_MS = 60_000

/** `connected` is emitted when the connection opens: events that were published before it may have been missed. */
export interface LiveEvents extends ServerMessages, ServerReplies {
  /** True if the connection has just opened; false for a subscriber that was added later and is notified at once. */
  connected: boolean
}

/** Events that are emitted by this module: a `session.revoked` of the server is validated first. */
type LocalEvent = 'connected' | 'session.revoked'

type IsValid = (data: Message['data']) => boolean

export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>

export interface Live {
  open: () => void
  close: () => void
  send: (frame: ClientFrame) => boolean
  /** Returns the unsubscribe function. `isValid` filters messages. Late subscribers to `connected` run at once. */
  on: <K extends keyof LiveEvents>(
    name: K,
    handler: (data: LiveEvents[K]) => void,
    ...isValid: K extends LocalEvent ? [] : [isWhole: IsValid]
  ) => () => void
}

const MIN_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000
/** A connection that lasts this long resets the backoff; one that the server closes at once (1013) does not. */
const STABLE_MS = 10_000
const OPEN = 1

const openWebSocket = (): LiveSocket =>
  import.meta.env.VITE_SERVER
    ? new WebSocket(serverSocketUrl(SOCKET_PATH), socketProtocols())
    : new WebSocket(
        Object.assign(new URL(SOCKET_PATH, location.href), {
          protocol: location.protocol === 'https:' ? 'wss:' : 'ws:',
          hash: '',
        }).href,
      )

const isInBackground = () => document.hidden || !document.hasFocus()

interface Listener {
  handler: (data: never) => void
  isValid: IsValid | undefined
}

/** The only live connection of the page. This module knows no features: they subscribe to event names. */
export const createLive = (openSocket: () => LiveSocket = openWebSocket, random: () => number = Math.random): Live => {
  const listeners = new Map<string, Set<Listener>>()
  let isOpened = false
  let socket: LiveSocket | null = null
  let failures = 0
  /** Another tab has replaced this connection; this tab reconnects when it gets focus. */
  let isReplaced = false
  let isAlive = true
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setInterval> | undefined
  let stableTimer: ReturnType<typeof setTimeout> | undefined
  let backgroundTimer: ReturnType<typeof setTimeout> | undefined

  const emitLocal = <K extends keyof LiveEvents>(name: K, data: LiveEvents[K]) => {
    for (const { handler } of listeners.get(name) ?? []) handler(data as never)
  }

  const emit = ({ event, data }: Message) => {
    for (const { handler, isValid } of listeners.get(event) ?? []) if (isValid?.(data)) handler(data as never)
  }

  const disconnect = () => {
    clearTimeout(retryTimer)
    clearTimeout(stableTimer)
    clearInterval(pingTimer)
    const old = socket
    socket = null
    if (!old) return
    old.onopen = old.onmessage = old.onclose = null
    old.close()
  }

  const endSession = (reason: RevokedReason) => {
    close()
    emitLocal('session.revoked', { reason })
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
      stableTimer = setTimeout(() => {
        failures = 0
      }, STABLE_MS)
      pingTimer = setInterval(ping, PING_INTERVAL_MS)
      emitLocal('connected', true)
    }
    socket.onmessage = ({ data }) => {
      isAlive = true
      const message = readMessage(data)
      if (!message) return
      if (message.event !== 'session.revoked') emit(message)
      else if (typeof message.data.reason === 'string') endSession(message.data.reason as RevokedReason)
    }
    socket.onclose = ({ code, reason }) => {
      if (code === closeCodes.revoked) return endSession('logout')
      if (code === closeCodes.tooMany && reason !== TOO_MANY_FRAMES) {
        disconnect()
        isReplaced = true
        return
      }
      scheduleReconnect()
    }
  }

  const scheduleReconnect = () => {
    disconnect()
    const wait = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures++)
    retryTimer = setTimeout(reconnect, wait / 2 + (random() * wait) / 2)
  }

  const onVisibilityChange = () => {
    clearTimeout(backgroundTimer)
    backgroundTimer = undefined
    if (isInBackground()) backgroundTimer = setTimeout(disconnect, BACKGROUND_CLOSE_MS)
    else if (!socket || isReplaced) reconnect()
  }

  const onOnline = () => {
    if (!isReplaced && socket?.readyState !== OPEN && !isInBackground()) reconnect()
  }

  const open = () => {
    if (isOpened) return
    isOpened = true
    document.addEventListener('visibilitychange', onVisibilityChange)
    addEventListener('focus', onVisibilityChange)
    addEventListener('blur', onVisibilityChange)
    addEventListener('online', onOnline)
    reconnect()
    onVisibilityChange()
  }

  const close = () => {
    isOpened = false
    failures = 0
    clearTimeout(backgroundTimer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('focus', onVisibilityChange)
    removeEventListener('blur', onVisibilityChange)
    removeEventListener('online', onOnline)
    disconnect()
  }

  return {
    open,
    close,
    send,
    on: (name, handler, ...[isValid]) => {
      const eventListeners = listeners.get(name) ?? new Set()
      const listener: Listener = { handler, isValid }
      listeners.set(name, eventListeners.add(listener))
      if (name === 'connected' && socket?.readyState === OPEN)
        queueMicrotask(() => eventListeners.has(listener) && handler(false as never))
      return () => void eventListeners.delete(listener)
    },
  }
}

export const live = createLive()
