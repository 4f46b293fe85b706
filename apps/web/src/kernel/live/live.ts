import {
  closeCodes,
  SOCKET_PATH,
  TOO_MANY_FRAMES,
  type ClientFrame,
  type RevokedReason,
  type ServerMessages,
  type ServerReplies,
  PING_MS,
} from '@parvis/contract/realtime.ts'
import { socketAtServer, socketProtocols } from '../shell/shell.ts'
import { type Message, readMessage } from './live-frames.ts'

/** How long the live connection stays open while the app is in the background, in milliseconds. */
export const BACKGROUND_CLOSE_MS = 60_000

/** `connected` means that messages sent before it may have been missed. */
export interface LiveNews extends ServerMessages, ServerReplies {
  /** Whether the connection has just opened; false for a late subscriber, who is notified all the same. */
  connected: boolean
}

/** Events that this page emits itself: a revoked session is validated first. */
type SaidHere = 'connected' | 'session.revoked'

type IsWhole = (data: Message['data']) => boolean

export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>

export interface Live {
  open: () => void
  close: () => void
  send: (frame: ClientFrame) => boolean
  /**
   * Returns a function that unsubscribes. Server messages are passed on only if `isValid` accepts their shape. A late
   * subscriber to `connected` is called at once.
   */
  on: <K extends keyof LiveNews>(
    name: K,
    heard: (data: LiveNews[K]) => void,
    ...isWhole: K extends SaidHere ? [] : [isWhole: IsWhole]
  ) => () => void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** A connection this long resets the backoff; one accepted and closed at once (1013) does not. */
const STEADY_MS = 10_000
const OPEN = 1

const connectHere = (): LiveSocket =>
  import.meta.env.VITE_SERVER
    ? new WebSocket(socketAtServer(SOCKET_PATH), socketProtocols())
    : new WebSocket(
        Object.assign(new URL(SOCKET_PATH, location.href), {
          protocol: location.protocol === 'https:' ? 'wss:' : 'ws:',
          hash: '',
        }).href,
      )

const isAway = () => document.hidden || !document.hasFocus()

interface Listener {
  heard: (data: never) => void
  isWhole: IsWhole | undefined
}

/** The only live connection of the page. It knows no feature: features subscribe to event names. */
export const createLive = (connect: () => LiveSocket = connectHere, random: () => number = Math.random): Live => {
  const listeners = new Map<string, Set<Listener>>()
  let wanted = false
  let socket: LiveSocket | null = null
  let failures = 0
  /** Another tab has replaced this connection; this tab reconnects when it gets focus. */
  let yielded = false
  let isHeard = true
  let retrying: ReturnType<typeof setTimeout> | undefined
  let pinging: ReturnType<typeof setInterval> | undefined
  let steadying: ReturnType<typeof setTimeout> | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  const tell = <K extends keyof LiveNews>(name: K, data: LiveNews[K]) => {
    for (const { heard } of listeners.get(name) ?? []) heard(data as never)
  }

  const pass = ({ event, data }: Message) => {
    for (const { heard, isWhole } of listeners.get(event) ?? []) if (isWhole?.(data)) heard(data as never)
  }

  const hangUp = () => {
    clearTimeout(retrying)
    clearTimeout(steadying)
    clearInterval(pinging)
    const old = socket
    socket = null
    if (!old) return
    old.onopen = old.onmessage = old.onclose = null
    old.close()
  }

  const end = (reason: RevokedReason) => {
    close()
    tell('session.revoked', { reason })
  }

  const send = (frame: ClientFrame) => {
    if (socket?.readyState !== OPEN) return false
    socket.send(JSON.stringify(frame))
    return true
  }

  const ping = () => {
    // A silent connection is dead, even if the browser still reports it as open.
    if (!isHeard) return lost()
    isHeard = false
    send({ event: 'ping' })
  }

  const dial = () => {
    hangUp()
    yielded = false
    isHeard = true
    socket = connect()
    socket.onopen = () => {
      steadying = setTimeout(() => {
        failures = 0
      }, STEADY_MS)
      pinging = setInterval(ping, PING_MS)
      tell('connected', true)
    }
    socket.onmessage = ({ data }) => {
      isHeard = true
      const message = readMessage(data)
      if (!message) return
      if (message.event !== 'session.revoked') pass(message)
      else if (typeof message.data.reason === 'string') end(message.data.reason as RevokedReason)
    }
    socket.onclose = ({ code, reason }) => {
      if (code === closeCodes.revoked) return end('logout')
      if (code === closeCodes.tooMany && reason !== TOO_MANY_FRAMES) {
        hangUp()
        yielded = true
        return
      }
      lost()
    }
  }

  /** Exponential backoff with jitter, so that a restarted server is not flooded. */
  const lost = () => {
    hangUp()
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++)
    retrying = setTimeout(dial, wait / 2 + (random() * wait) / 2)
  }

  const look = () => {
    clearTimeout(leaving)
    leaving = undefined
    if (isAway()) leaving = setTimeout(hangUp, BACKGROUND_CLOSE_MS)
    else if (!socket || yielded) dial()
  }

  const back = () => {
    if (!yielded && socket?.readyState !== OPEN && !isAway()) dial()
  }

  const open = () => {
    if (wanted) return
    wanted = true
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    addEventListener('blur', look)
    addEventListener('online', back)
    dial()
    look()
  }

  const close = () => {
    wanted = false
    failures = 0
    clearTimeout(leaving)
    document.removeEventListener('visibilitychange', look)
    removeEventListener('focus', look)
    removeEventListener('blur', look)
    removeEventListener('online', back)
    hangUp()
  }

  return {
    open,
    close,
    send,
    on: (name, heard, ...[isWhole]) => {
      const all = listeners.get(name) ?? new Set()
      const listener: Listener = { heard, isWhole }
      listeners.set(name, all.add(listener))
      if (name === 'connected' && socket?.readyState === OPEN)
        queueMicrotask(() => all.has(listener) && heard(false as never))
      return () => void all.delete(listener)
    },
  }
}

export const live = createLive()
