import { useEffect, useState } from 'react'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'

/** Text about pending items of a user whose outbox is not open here; null for none. */
export const useLeftBehind = (userId: string): string | null => {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    Promise.all([import('#web/kernel/outbox/waiting-store.ts'), import('./what-waits.ts'), loadTexts('outbox')])
      .then(async ([{ findWaiting }, { whatWaits }]) => {
        const waiting = (await findWaiting(userId))?.waiting ?? []
        setText(waiting.length > 0 ? t('outbox.leftbehind', { what: whatWaits(waiting), count: waiting.length }) : null)
      })
      .catch(() => {})
  }, [userId])
  return text
}
