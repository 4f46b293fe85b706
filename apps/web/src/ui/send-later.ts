import { outbox, type Kept } from '#web/kernel/outbox/outbox.ts'
import type { ToSend } from '#web/kernel/outbox/waiting.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { NO_NETWORK, showToast, tellNoNetwork } from './toasts.ts'

/** How long to wait for the outbox to open, in milliseconds: the first action on a page may come before it. */
const OPENS_MS = 10_000

const isOpen = (): Promise<boolean> =>
  new Promise(done => {
    const end = () => {
      clearTimeout(late)
      stop()
      done(outbox.owner() !== null)
    }
    const stop = outbox.subscribe(() => {
      if (outbox.owner() !== null) end()
    })
    const late = setTimeout(end, OPENS_MS)
    if (outbox.owner() !== null) end()
  })

/**
 * Whether an item to the same place is pending or being sent, which a direct send would overtake. Waits for the outbox
 * to open.
 */
export const mustFollow = async (place: string): Promise<boolean> => (await isOpen()) && outbox.holds(place)

/**
 * Queues an item that could not be sent, and says in a toast where it is stored. Null if nobody is signed in. An item
 * stored only on the page is lost with it: a form keeps its draft until it has been sent.
 */
export const sendLater = async (item: ToSend): Promise<Kept> => {
  if (!(await isOpen())) return null
  const isBehind = outbox.waiting().some(({ id, place, refused }) => place === item.place && id !== item.id && !refused)
  const kept = await outbox.send(item)
  if (!kept) return null
  const text =
    kept === 'page' ? 'outbox.later.page' : isBehind && navigator.onLine ? 'outbox.later.after' : 'outbox.later'
  loadTexts('outbox')
    // Without its own texts, which cannot be loaded now, the toast says only that there is no network.
    .then(() => showToast({ kind: 'info', text: t(text), cause: NO_NETWORK }), tellNoNetwork)
  return kept
}
