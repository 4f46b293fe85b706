import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { isListed } from '#web/kernel/outbox/waiting-order.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { LIST_TITLE_ID, refusalOf } from '#web/features/outbox/unsent-words.ts'
import { endToast, showToast, shownToasts } from '#web/ui/toasts.ts'

/** The list of unsent items is above the feed: if it is in view, the refusal is read there. */
const isListInView = (): boolean => {
  const box = document.getElementById(LIST_TITLE_ID)?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < innerHeight
}

/** The open conversation shows the refusal beside the message. */
const isInThread = (one: Waiting): boolean =>
  one.kind === 'message' && document.querySelector<HTMLElement>('[role="log"]')?.dataset.place === one.place

/** The `cause` of the toast. */
const REFUSED = 'refused'

/** Closes the toast once the list itself is read. */
export const endRefusedWhereListed = (): void => {
  if (isListInView()) endToast(REFUSED)
}

/**
 * Shows a toast when the server refuses an item, wherever its author is by then: one toast for all refusals. Items
 * refused before the page was opened are shown in the list only. `showList` navigates there.
 */
export const tellRefused = (showList: () => void): void => {
  let pending = new Set<string>()
  /** Items covered by the toast that is open or about to open. */
  let told = new Set<string>()
  let isAboutTo = false
  const tell = (refused: readonly Waiting[]) => {
    told = new Set(refused.map(({ id }) => id))
    isAboutTo = true
    loadTexts('outbox')
      .then(
        () =>
          showToast({
            kind: 'error',
            text: refusalOf(refused, t),
            cause: REFUSED,
            action: { label: t('outbox.refused.why'), onClick: showList },
          }),
        () => {},
      )
      .finally(() => {
        isAboutTo = false
      })
  }
  outbox.subscribe(() => {
    const waiting = outbox.waiting()
    const isNew = (one: Waiting) => pending.has(one.id) && !isInThread(one)
    const refused = waiting.filter(one => one.refused && isListed(one))
    const added = new Set(refused.filter(isNew).map(({ id }) => id))
    pending = new Set(waiting.filter(one => !one.refused).map(({ id }) => id))
    if (added.size === 0 || isListInView()) return
    if (!isAboutTo && !shownToasts().some(({ cause }) => cause === REFUSED)) told = new Set()
    tell(refused.filter(({ id }) => told.has(id) || added.has(id)))
  })
}
