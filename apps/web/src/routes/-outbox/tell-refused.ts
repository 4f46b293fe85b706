import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { isListed } from '#web/kernel/outbox/waiting-order.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { LIST_TITLE_ID, refusalOf } from '#web/features/outbox/unsent-words.ts'
import { endToast, showToast, shownToasts } from '#web/ui/toasts.ts'

/** The list of what waits stands on the board: whoever has it before their eyes reads it there. */
const isListInView = (): boolean => {
  const box = document.getElementById(LIST_TITLE_ID)?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < innerHeight
}

/** The conversation that is open says it where the message stands. */
const isInThread = (one: Waiting): boolean =>
  one.kind === 'message' && document.querySelector<HTMLElement>('[role="log"]')?.dataset.place === one.place

/** The cause of what tells of refusals. */
const REFUSED = 'refused'

/** What was told of refusals goes as soon as their list is read. */
export const endRefusedWhereListed = (): void => {
  if (isListInView()) endToast(REFUSED)
}

/**
 * Tells of what the server refuses, wherever its writer is by then: in one message, however much it is. What was refused
 * before the page came is told on the board alone. `showList` leads there.
 */
export const tellRefused = (showList: () => void): void => {
  let pending = new Set<string>()
  /** Told of by the message that stands, or is about to. */
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
