import { useEffect, useState } from 'react'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'

/** Text about pending items of a user whose outbox is not open here; null for none. */
export const usePendingOfOthersText = (userId: string): string | null => {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    Promise.all([import('#web/kernel/outbox/pending-store.ts'), import('./pending-summary.ts'), loadTexts('outbox')])
      .then(async ([{ findPending }, { pendingSummary }]) => {
        const pending = (await findPending(userId))?.waiting ?? []
        if (pending.length === 0) return setText(null)
        const what = await pendingSummary(pending)
        setText(t('outbox.leftbehind', { what, count: pending.length }))
      })
      .catch(() => {})
  }, [userId])
  return text
}
