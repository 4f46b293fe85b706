import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { isListed } from '#web/kernel/outbox/waiting-order.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { LIST_TITLE_ID, nameOf } from '#web/rooms/outbox/unsent-words.ts'
import { showToast } from '#web/ui/toasts.ts'

/** The list of what waits stands on the board: whoever has it before their eyes reads it there. */
const isListInView = (): boolean => {
  const box = document.getElementById(LIST_TITLE_ID)?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < innerHeight
}

/** A conversation that is open says it where the message stands. */
const isInThread = (one: Waiting): boolean =>
  one.kind === 'message' &&
  document.querySelector('[role="log"]')?.textContent.includes(one.payload.text ?? '') === true

/**
 * Tells of what the server refuses, wherever its writer is by then. What was refused before the page came is told on
 * the board alone. `showList` leads there.
 */
export const tellRefused = (showList: () => void): void => {
  let pending = new Set<string>()
  outbox.subscribe(() => {
    const waiting = outbox.waiting()
    const refused = waiting.filter(one => one.refused && isListed(one) && pending.has(one.id) && !isInThread(one))
    pending = new Set(waiting.filter(one => !one.refused).map(({ id }) => id))
    if (refused.length === 0 || isListInView()) return
    loadTexts('outbox').then(
      () => {
        for (const one of refused)
          showToast({
            kind: 'error',
            text: t('outbox.refused.told', { what: nameOf(one, t) }),
            cause: `refused ${one.id}`,
            action: { label: t('outbox.refused.why'), onClick: showList },
          })
      },
      () => {},
    )
  })
}
