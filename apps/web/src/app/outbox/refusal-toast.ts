import { outbox } from '#web/kernel/outbox/outbox.ts'
import { isListed } from '#web/kernel/outbox/queue-order.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { UNSENT_TITLE_ID, refusalToastText, type UnsentItem, withKinds } from '#web/features/outbox/unsent-text.ts'
import type { OutboxKind } from '#web/ui/feature.ts'
import { closeToastsByCause, showToast, shownToasts } from '#web/ui/toasts.ts'

/** Whether the list of unsent items above the feed is in view; the list shows the refusal, so no toast is needed. */
const isListInView = (): boolean => {
  const box = document.getElementById(UNSENT_TITLE_ID)?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < innerHeight
}

const REFUSED = 'refused'

export const closeRefusalToastInList = (): void => {
  if (isListInView()) closeToastsByCause(REFUSED)
}

/** Combines refusals in one toast; those from before this page are only in the list that `showList` opens. */
export const watchRefusals = (kinds: readonly OutboxKind[], showList: () => void): void => {
  let pendingIds = new Set<string>()
  let shownIds = new Set<string>()
  let isOpening = false
  const showRefusals = (refused: readonly UnsentItem[]) => {
    shownIds = new Set(refused.map(({ item }) => item.id))
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
    const isNew = ({ item, kind }: UnsentItem) => pendingIds.has(item.id) && !kind.isRefusalShown?.(item)
    const refused = withKinds(
      items.filter(item => item.refused && isListed(item)),
      kinds,
    )
    const added = new Set(refused.filter(isNew).map(({ item }) => item.id))
    pendingIds = new Set(items.filter(item => !item.refused).map(({ id }) => id))
    if (added.size === 0 || isListInView()) return
    if (!isOpening && !shownToasts().some(({ cause }) => cause === REFUSED)) shownIds = new Set()
    showRefusals(refused.filter(({ item }) => shownIds.has(item.id) || added.has(item.id)))
  })
}
