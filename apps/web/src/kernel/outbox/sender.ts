import type { PendingItem, UnsentKind } from './pending.ts'

export interface Attempt<K extends UnsentKind = UnsentKind> {
  signal: AbortSignal
  onProgress: () => void
  /** Saves a change of the item, such as the result of an upload, so that the next attempt need not repeat it. */
  changeItem: (patch: Partial<Pick<PendingItem<K>, 'payload' | 'photo'>>) => void
}

/** How items of one kind are sent and displayed. `onSent` is a method, so that a list can hold senders of all kinds. */
export interface Sender<K extends UnsentKind, Answer extends { _id: string }> {
  /** Sends the item. A response without an id counts as a missing response: the item is sent again. */
  send(pending: PendingItem<K>, attempt: Attempt<K>): Promise<Answer>
  onSent(answer: Answer, pending: PendingItem<K>): void
  /** Displays the item before the server has accepted it. Returns the function that removes this display. */
  display?(pending: PendingItem<K>): () => void
}

/** Returns a sender whose module is loaded only when there is an item of its kind to send. */
export const lazySender = <K extends UnsentKind, Answer extends { _id: string }>(
  load: () => Promise<Sender<K, Answer>>,
): Sender<K, Answer> => ({
  send: async (item, attempt) => (await load()).send(item, attempt),
  onSent: (answer, item) => void load().then(({ onSent }) => onSent(answer, item)),
})
