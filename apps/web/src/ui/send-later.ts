import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { ToSend } from '#web/kernel/outbox/waiting.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { NO_NETWORK, showToast } from './toasts.ts'

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

/** Hands over what could not be sent now, and says so; false where nobody is here whose it could be. */
export const sendLater = async (item: ToSend): Promise<boolean> => {
  const kept = (await isOpen()) && (await outbox.send(item))
  if (!kept) return false
  loadTexts('outbox')
    .then(() =>
      showToast({ kind: 'info', text: t(kept === 'page' ? 'outbox.later.page' : 'outbox.later'), cause: NO_NETWORK }),
    )
    .catch(() => {})
  return true
}
