import { outbox, type Kept } from '#web/kernel/outbox/outbox.ts'
import type { ToSend } from '#web/kernel/outbox/waiting.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { NO_NETWORK, showToast, tellNoNetwork } from './toasts.ts'

/** What is done right after a page has come may be before the outbox is open: so long it is waited for, milliseconds. */
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
 * Whether something waits that goes to the same place, or is being sent: what is sent now would come before it. Just
 * after the page has come, it takes until the outbox is open.
 */
export const mustFollow = async (place: string): Promise<boolean> => (await isOpen()) && outbox.holds(place)

/**
 * Hands over what could not be sent now, and says so and where it waits; null where nobody is here whose it could be.
 * What waits on the page alone goes with it: a form that remembers what was typed lets go of it only once it was sent.
 */
export const sendLater = async (item: ToSend): Promise<Kept> => {
  if (!(await isOpen())) return null
  const isBehind = outbox.waiting().some(({ id, place, refused }) => place === item.place && id !== item.id && !refused)
  const kept = await outbox.send(item)
  if (!kept) return null
  const text =
    kept === 'page' ? 'outbox.later.page' : isBehind && navigator.onLine ? 'outbox.later.after' : 'outbox.later'
  loadTexts('outbox')
    // what it would say has not come yet, and cannot now: that there is no network is known everywhere
    .then(() => showToast({ kind: 'info', text: t(text), cause: NO_NETWORK }), tellNoNetwork)
  return kept
}
