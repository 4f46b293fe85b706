import {
  SOCKET_PATH,
  type ClientFrame,
  type RevokedReason,
  type ServerMessages,
  type ServerReplies,
} from '@parvis/contract/realtime.ts'
import { serverSocketUrl, socketProtocols } from '../shell/shell.ts'
import { createReconnectingSocket, type LiveSocket } from './live-connection.ts'
import type { LiveMessage } from './live-frames.ts'

/** How long the live connection stays open while the app is in the background, in milliseconds. */
export const BACKGROUND_CLOSE_MS = 60_000

/** `connected` is emitted when the connection opens; events that were published before may have been missed. */
export interface LiveEvents extends ServerMessages, ServerReplies {
  /** True if the connection has just opened; false for a handler that was added while it was already open. */
  connected: boolean
}

/** Events that this module emits itself; a `session.revoked` message of the server is validated first. */
type LocalEvent = 'connected' | 'session.revoked'

type IsValid = (data: LiveMessage['data']) => boolean

export interface LiveConnection {
  open: () => void
  close: () => void
  send: (frame: ClientFrame) => boolean
  /** Returns the unsubscribe function; ignores what `isValid` rejects. `connected` fires at once if already open. */
  on: <K extends keyof LiveEvents>(
    name: K,
    handler: (data: LiveEvents[K]) => void,
    ...isValid: K extends LocalEvent ? [] : [isWhole: IsValid]
  ) => () => void
}

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
  name: string
  handler: (data: never) => void
  isValid: IsValid | undefined
}

const createListeners = (isOpen: () => boolean) => {
  const listeners = new Set<Listener>()
  const on: LiveConnection['on'] = (name, handler, ...[isValid]) => {
    const listener: Listener = { name, handler, isValid }
    listeners.add(listener)
    if (name === 'connected' && isOpen()) queueMicrotask(() => listeners.has(listener) && handler(false as never))
    return () => void listeners.delete(listener)
  }
  return {
    on,
    emitLocal: <K extends LocalEvent>(event: K, data: LiveEvents[K]) => {
      for (const { name, handler } of listeners) if (name === event) handler(data as never)
    },
    emit: ({ event, data }: LiveMessage) => {
      for (const { name, handler, isValid } of listeners) if (name === event && isValid?.(data)) handler(data as never)
    },
  }
}

/** Creates the live connection of a page: a reconnecting socket with listeners, to which features subscribe by event name. */
export const createLiveConnection = (
  openSocket: () => LiveSocket = openWebSocket,
  random: () => number = Math.random,
): LiveConnection => {
  const { on, emit, emitLocal } = createListeners(() => connection.isOpen())
  let watching: AbortController | undefined
  let backgroundTimer: ReturnType<typeof setTimeout> | undefined

  const endSession = (reason: RevokedReason) => {
    close()
    emitLocal('session.revoked', { reason })
  }

  const connection = createReconnectingSocket(openSocket, random, {
    onConnected: () => emitLocal('connected', true),
    onMessage: message => {
      if (message.event !== 'session.revoked') emit(message)
      else if (typeof message.data.reason === 'string') endSession(message.data.reason as RevokedReason)
    },
    onRevoked: () => endSession('logout'),
  })

  const onVisibilityChange = () => {
    clearTimeout(backgroundTimer)
    if (isInBackground()) backgroundTimer = setTimeout(connection.disconnect, BACKGROUND_CLOSE_MS)
    else if (!connection.hasSocket()) connection.reconnect()
  }

  const onOnline = () => {
    if (!connection.isReplaced() && !connection.isOpen() && !isInBackground()) connection.reconnect()
  }

  const open = () => {
    if (watching) return
    watching = new AbortController()
    const { signal } = watching
    for (const event of ['visibilitychange', 'focus', 'blur']) addEventListener(event, onVisibilityChange, { signal })
    addEventListener('online', onOnline, { signal })
    connection.reconnect()
    onVisibilityChange()
  }

  const close = () => {
    clearTimeout(backgroundTimer)
    watching?.abort()
    watching = undefined
    connection.close()
  }

  return { open, close, send: connection.send, on }
}

export const live = createLiveConnection()
