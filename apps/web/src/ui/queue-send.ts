import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { StorageLocation } from '#web/kernel/outbox/outbox-storage.ts'
import type { OutgoingItem } from '#web/kernel/outbox/pending.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { NO_NETWORK_CAUSE, showToast, showNoNetworkToast } from './toasts.ts'

/** How long to wait for the outbox to open, in milliseconds: a user may send something before that. */
const OPEN_TIMEOUT_MS = 10_000

const waitForOutbox = (): Promise<boolean> =>
  new Promise(resolve => {
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve(outbox.ownerId() !== null)
    }
    const unsubscribe = outbox.subscribe(() => {
      if (outbox.ownerId() !== null) finish()
    })
    const timer = setTimeout(finish, OPEN_TIMEOUT_MS)
    if (outbox.ownerId() !== null) finish()
  })

/** Whether a direct send would overtake a pending item of the same `place`. Waits for the outbox to open. */
export const hasPendingBefore = async (place: string): Promise<boolean> =>
  (await waitForOutbox()) && outbox.hasPending(place)

/**
 * Puts the item in the outbox, shows a toast and returns where the item is stored; null if it is not, as when nobody is
 * signed in. `page` is the memory of the page: closing it loses the item, so the caller keeps the draft until it is sent.
 */
export const queueSend = async (item: OutgoingItem): Promise<StorageLocation> => {
  if (!(await waitForOutbox())) return null
  const isAfterOthers = outbox
    .pending()
    .some(({ id, place, refused }) => place === item.place && id !== item.id && !refused)
  const storageLocation = await outbox.send(item)
  if (!storageLocation) return null
  const text =
    storageLocation === 'page'
      ? 'outbox.later.page'
      : isAfterOthers && navigator.onLine
        ? 'outbox.later.after'
        : 'outbox.later'
  loadTexts('outbox')
    // If its texts cannot be loaded offline, the toast only says that there is no network.
    .then(() => showToast({ kind: 'info', text: t(text), cause: NO_NETWORK_CAUSE }), showNoNetworkToast)
  return storageLocation
}
