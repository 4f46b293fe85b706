import { serverTime } from '../device/clock.ts'
import { sendAllItems, sendItemsOfPlaces } from './outbox-sending.ts'
import {
  createOutboxState,
  notifySubscribers,
  setItems,
  updateUnsentCount,
  updateDisplayed,
  type OutboxState,
} from './outbox-state.ts'
import { changeItem, removeItem, saveItem, syncFromStore, type StorageLocation } from './outbox-storage.ts'
import type { OutgoingItem, UnsentKind, PendingItem } from './pending.ts'
import { nextSeq } from './queue-order.ts'
import type { Sender } from './sender.ts'

export interface Outbox {
  pending: () => readonly PendingItem[]
  subscribe: (listener: () => void) => () => void
  isSending: (id: string) => boolean
  registerSender: <K extends UnsentKind, Answer extends { _id: string }>(
    kind: K,
    sender: Sender<K, Answer>,
  ) => () => void
  /** The user id of the signed-in member; null if nobody is signed in or the outbox is not open yet. */
  ownerId: () => string | null
  /** Queues an item and returns where it is stored until it is sent; null if nobody is signed in. */
  send: (item: OutgoingItem) => Promise<StorageLocation>
  hasPending: (place: string) => boolean
  retry: (id: string) => void
  /** Removes an item and returns it; null if there is no such item. It may already have reached the server. */
  cancel: (id: string) => OutgoingItem | null
  open: (userId: string | null) => Promise<void>
  retryAll: () => void
  close: () => void
}

const queueItem = async (state: OutboxState, item: OutgoingItem): Promise<StorageLocation> => {
  if (state.ownerId === null) return null
  const date = new Date(serverTime()).toISOString()
  const pending = { ...item, me: state.ownerId, date, seq: nextSeq(state.items) } as PendingItem
  state.storeNames.delete(pending.id)
  state.failures.delete(pending.id)
  setItems(state, [...state.items.filter(({ id }) => id !== pending.id), pending])
  const saving = saveItem(state, pending)
  sendItemsOfPlaces(state, [pending.place])
  return saving
}

const cancelItem = (state: OutboxState, itemId: string): OutgoingItem | null => {
  const cancelled = state.items.find(one => one.id === itemId)
  if (!cancelled) return null
  const attempt = state.attempts.get(itemId)
  void removeItem(state, cancelled).then(() => attempt?.abort())
  const { me: _, date: __, seq: ___, refused: ____, onlyHere: _____, ...item } = cancelled
  return item as OutgoingItem
}

const clearItems = (state: OutboxState) => {
  for (const { timer } of state.timers.values()) clearTimeout(timer)
  state.timers.clear()
  state.storeNames.clear()
  setItems(state, [])
}

const openForUser = async (state: OutboxState, userId: string | null) => {
  if (userId !== state.ownerId) {
    if (state.ownerId !== null) clearItems(state)
    state.ownerId = userId
    notifySubscribers(state)
  }
  await syncFromStore(state)
  updateUnsentCount(state)
  sendAllItems(state)
}

/** Sends what the member writes, in order and without duplicates, until the server accepts or refuses it. */
export const createOutbox = (): Outbox => {
  const state = createOutboxState()
  const { channel, listeners, senders } = state
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === state.ownerId) void syncFromStore(state).then(() => sendAllItems(state))
  }
  return {
    pending: () => state.items,
    subscribe: changed => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    isSending: id => state.attempts.has(id),
    registerSender: (kind, sender) => {
      senders.set(kind, sender as unknown as Sender<UnsentKind, { _id: string }>)
      updateDisplayed(state)
      const places = state.items.filter(one => one.kind === kind).map(({ place }) => place)
      sendItemsOfPlaces(state, places)
      return () => void senders.delete(kind)
    },
    ownerId: () => state.ownerId,
    send: item => queueItem(state, item),
    hasPending: place => state.items.some(one => one.place === place && !one.refused),
    retry: id => {
      const refused = state.items.find(one => one.id === id)
      if (refused) changeItem(state, refused, { refused: undefined })
      sendAllItems(state)
    },
    cancel: id => cancelItem(state, id),
    open: userId => openForUser(state, userId),
    retryAll: () => sendAllItems(state),
    close: () => {
      state.ownerId = null
      clearItems(state)
      channel.close()
    },
  }
}

export const outbox = createOutbox()
