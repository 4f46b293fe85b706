import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { isListed } from '#web/kernel/outbox/queue-order.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { UNSENT_TITLE_ID, refusalToastText } from '#web/features/outbox/unsent-text.ts'
import { closeToastsByCause, showToast, shownToasts } from '#web/ui/toasts.ts'

/** Whether the list of unsent items above the feed is in view; the list shows the refusal, so no toast is needed. */
const isListInView = (): boolean => {
  const box = document.getElementById(UNSENT_TITLE_ID)?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < innerHeight
}

/** Whether the message's own conversation is open, which shows the refusal beside the message. */
const isInThread = (item: PendingItem): boolean =>
  item.kind === 'message' && document.querySelector<HTMLElement>('[role="log"]')?.dataset.place === item.place

const REFUSED = 'refused'

export const closeRefusalToastInList = (): void => {
  if (isListInView()) closeToastsByCause(REFUSED)
}

/** Combines refusals in one toast; those from before this page are only in the list that `showList` opens. */
export const watchRefusals = (showList: () => void): void => {
  let pendingIds = new Set<string>()
  let shownIds = new Set<string>()
  let isOpening = false
  const showRefusals = (refused: readonly PendingItem[]) => {
    shownIds = new Set(refused.map(({ id }) => id))
    isOpening = true
    loadTexts('outbox')
      .then(
        () =>
          showToast({
            kind: 'error',
            text: refusalToastText(refused, t),
            cause: REFUSED,
            action: { label: t('outbox.refused.why'), onClick: showList },
          }),
        () => {},
      )
      .finally(() => {
        isOpening = false
      })
  }
  outbox.subscribe(() => {
    const items = outbox.pending()
    const isNew = (item: PendingItem) => pendingIds.has(item.id) && !isInThread(item)
    const refused = items.filter(item => item.refused && isListed(item))
    const added = new Set(refused.filter(isNew).map(({ id }) => id))
    pendingIds = new Set(items.filter(item => !item.refused).map(({ id }) => id))
    if (added.size === 0 || isListInView()) return
    if (!isOpening && !shownToasts().some(({ cause }) => cause === REFUSED)) shownIds = new Set()
    showRefusals(refused.filter(({ id }) => shownIds.has(id) || added.has(id)))
  })
}
