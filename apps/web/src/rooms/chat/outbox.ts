import { type Outgoing, type SeenMessage, sendMessage } from '@parvis/contract/chat.ts'
import type { ErrorKey } from '@parvis/contract/errors.ts'
import { uploadMedia } from '@parvis/contract/media.ts'
import { useSyncExternalStore } from 'react'
import { ApiError, call } from '#web/kernel/http/api.ts'
import type { Live } from '#web/kernel/live/live.ts'
import { dropWaiting, findWaiting, keepWaiting, type Waiting } from './outbox-store.ts'

/** How long an answer over the live connection is waited for; the message is then sent again under its name. */
const ANSWER_MS = 10_000
/** Between two tries when the server has trouble, in milliseconds. */
const AGAIN_MS = 3_000

/** Errors that pass: what is sent again may be taken. */
const isPassing = ({ key, status }: { key: string; status?: number }) =>
  key === 'networkerror' || key === 'maintenance' || key === 'toomanyrequests' || (status ?? 0) >= 500

export interface Outbox {
  /** What waits, the first one first. */
  waiting: () => readonly Waiting[]
  subscribe: (changed: () => void) => () => void
  send: (waiting: Waiting) => void
  /** Of what was refused. */
  sendAgain: (tmpId: string) => void
  forget: (tmpId: string) => void
  /** Takes up what this member has left on this device; null for nobody. */
  open: (me: string | null) => Promise<void>
  /** The way is free again: what waits is tried at once. */
  wake: () => void
  close: () => void
}

/** Where a message goes: one place gets its messages one after the other. */
const placeOf = ({ to, eventId }: Outgoing) => (to ? `to ${to}` : `group ${eventId}`)

/**
 * Sends what its member writes, in order and until the server has it. `onSent` is told each message as it was stored.
 */
export const createOutbox = (live: Pick<Live, 'send' | 'on'>, onSent: (message: SeenMessage) => void): Outbox => {
  let box: readonly Waiting[] = []
  let me: string | null = null
  const listeners = new Set<() => void>()
  const sending = new Set<string>()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const put = (next: readonly Waiting[]) => {
    box = next
    for (const changed of listeners) changed()
  }
  const change = (tmpId: string, patch: Partial<Waiting>) => {
    put(box.map(one => (one.message.tmpId === tmpId ? { ...one, ...patch } : one)))
    const changed = box.find(one => one.message.tmpId === tmpId)
    if (changed) void keepWaiting(changed)
  }
  const drop = (tmpId: string) => {
    const gone = box.find(one => one.message.tmpId === tmpId)
    put(box.filter(one => one !== gone))
    if (gone) void dropWaiting(gone)
  }

  /** Over the live connection; by a call where none stands. */
  const hand = (message: Outgoing): Promise<SeenMessage> => {
    const answer = Promise.withResolvers<SeenMessage>()
    const stops = [
      live.on(
        'sent',
        ({ tmpId, message: stored }) => tmpId === message.tmpId && answer.resolve(stored),
        data => typeof data.tmpId === 'string',
      ),
      live.on(
        'error',
        ({ tmpId, error }) => {
          if (tmpId === message.tmpId)
            answer.reject(new ApiError(error.key, 400, { params: { seconds: error.retryAfter ?? 1 } }))
        },
        data => typeof data.tmpId === 'string',
      ),
    ]
    if (!live.send({ event: 'message', ...message })) {
      stops.forEach(stop => stop())
      return call(sendMessage, { body: message })
    }
    const late = setTimeout(() => answer.reject(new ApiError('networkerror', 0)), ANSWER_MS)
    return answer.promise.finally(() => {
      clearTimeout(late)
      stops.forEach(stop => stop())
    })
  }

  const sendOne = async ({ message, photo }: Waiting) => {
    if (!photo) return hand(message)
    const { upload } = await import('#web/kernel/http/upload.ts')
    const file = new File([photo], 'photo.jpg', { type: photo.type })
    const { uri } = await upload(uploadMedia, { body: {}, files: [file] })
    change(message.tmpId, { message: { ...message, image: uri }, photo: undefined })
    return hand({ ...message, image: uri })
  }

  const isHere = ({ message }: Waiting) => box.some(one => one.message.tmpId === message.tmpId)
  const goesTo = (place: string) => (one: Waiting) => placeOf(one.message) === place && !one.refused

  /**
   * What was written before this one in another tab: it goes first. That tab sends it too, and under its name it is one
   * message.
   */
  const olderElsewhere = async (next: Waiting, place: string, refused: ReadonlySet<string>) =>
    (await findWaiting(next.me)).find(
      one => goesTo(place)(one) && one.date < next.date && !isHere(one) && !refused.has(one.message.tmpId),
    )

  const runPlace = async (place: string) => {
    if (sending.has(place)) return
    sending.add(place)
    const refusedElsewhere = new Set<string>()
    try {
      for (;;) {
        const own = box.find(goesTo(place))
        if (!own) return
        const next = (await olderElsewhere(own, place, refusedElsewhere)) ?? own
        const { tmpId } = next.message
        try {
          const stored = await sendOne(next)
          // whoever has left meanwhile hears nothing of it
          if (next.me === me) onSent(stored)
          if (next === own) drop(tmpId)
          else await dropWaiting(next)
        } catch (error) {
          const known = error instanceof ApiError ? error : new ApiError('networkerror', 0)
          if (isPassing(known)) {
            const seconds = Number(known.params?.seconds ?? 0)
            const timer = setTimeout(
              () => {
                timers.delete(timer)
                void runPlace(place)
              },
              Math.max(AGAIN_MS, seconds * 1000),
            )
            timers.add(timer)
            return
          }
          // its own tab tells its writer
          if (next === own) change(tmpId, { refused: known.key as ErrorKey })
          else refusedElsewhere.add(tmpId)
        }
      }
    } finally {
      sending.delete(place)
    }
  }
  const wake = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    for (const place of new Set(box.map(one => placeOf(one.message)))) void runPlace(place)
  }

  return {
    waiting: () => box,
    subscribe: changed => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    send: waiting => {
      put([...box, waiting])
      void keepWaiting(waiting)
      void runPlace(placeOf(waiting.message))
    },
    sendAgain: tmpId => {
      change(tmpId, { refused: undefined })
      wake()
    },
    forget: drop,
    open: async userId => {
      if (userId === me) return wake()
      me = userId
      put([])
      if (userId === null) return
      const left = await findWaiting(userId)
      if (me !== userId) return
      const here = new Set(box.map(one => one.message.tmpId))
      put([...left.filter(one => !here.has(one.message.tmpId)), ...box])
      wake()
    },
    wake,
    close: () => {
      me = null
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      put([])
    },
  }
}

const nothing: readonly Waiting[] = []
const noOutbox = { subscribe: () => () => {}, waiting: () => nothing }

/** What waits for one conversation. */
export const useWaiting = (
  outbox: Outbox | undefined,
  place: { to: string | undefined } | { group: string },
): readonly Waiting[] => {
  const { subscribe, waiting } = outbox ?? noOutbox
  const all = useSyncExternalStore(subscribe, waiting)
  return all.filter(({ message: { to, eventId } }) =>
    'group' in place ? to === undefined && eventId === place.group : to !== undefined && to === place.to,
  )
}
