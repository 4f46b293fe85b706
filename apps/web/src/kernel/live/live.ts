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

/** How long the live connection outlives the app in the background. */
export const BACKGROUND_CLOSE_MS = 60_000

/** What can be heard: the server's messages, and that the connection stands: what came before it was not told. */
export interface LiveNews extends ServerMessages, ServerReplies {
  /** Whether it opens just now; not so for a listener that comes late, who hears of it all the same. */
  connected: boolean
}

/** What this page says itself: a session that ended is looked at before it is told. */
type SaidHere = 'connected' | 'session.revoked'

type IsWhole = (data: Message['data']) => boolean

/** What is used of the browser's WebSocket. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>

export interface Live {
  /** Somebody is signed in: from now on the connection is held. */
  open: () => void
  /** Nobody is signed in any more. */
  close: () => void
  /** Hands a frame to the server; false while no connection stands. */
  send: (frame: ClientFrame) => boolean
  /**
   * Returns the way to stop listening. A message of the server is heard when `isWhole` says that it has the shape that
   * this version knows; what this page says itself, `connected` and `session.revoked`, needs none. `connected` is heard
   * at once while it stands.
   */
  on: <K extends keyof LiveNews>(
    name: K,
    heard: (data: LiveNews[K]) => void,
    ...isWhole: K extends SaidHere ? [] : [isWhole: IsWhole]
  ) => () => void
}

/** The first try after a lost connection, and the longest wait between two, in milliseconds. */
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/**
 * A connection that stood so long was a good one. A server that lets in and sends away again (1013) is one that fails.
 */
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

/** The one connection of the page. It knows no feature: features listen to names. */
export const createLive = (connect: () => LiveSocket = connectHere, random: () => number = Math.random): Live => {
  const listeners = new Map<string, Set<Listener>>()
  let wanted = false
  let socket: LiveSocket | null = null
  let failures = 0
  /** another tab has taken the place of this one, which takes it back when it is looked at */
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
    // a connection that went silent is a dead one, whatever the browser believes
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

  /** Waits longer after each failure, and not as long as others do: a server that comes back is not stormed. */
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
      // whoever comes late hears that it stands already
      if (name === 'connected' && socket?.readyState === OPEN)
        queueMicrotask(() => all.has(listener) && heard(false as never))
      return () => void all.delete(listener)
    },
  }
}

export const live = createLive()
