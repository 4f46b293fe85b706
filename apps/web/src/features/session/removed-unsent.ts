import { useEffect, useState } from 'react'
import { onStoredChange, stored } from '#web/kernel/device/stored.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import type { UnsentCounts } from './pending-summary.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Numbers of items by kind that were removed unsent when a session ended; cleared at the next log-in. */
    unsentremoved: { counts: UnsentCounts }
  }
}

const loadText = async (): Promise<string | null> => {
  const counts = stored('unsentremoved')?.counts
  if (!counts) return null
  const [{ unsentSummary }] = await Promise.all([import('./pending-summary.ts'), loadTexts('outbox')])
  return t('outbox.removed', { what: unsentSummary(counts) })
}

/** The kinds of items that were removed unsent with the session, without their content; null for none. */
export const useRemovedUnsentText = (): string | null => {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const update = () =>
      void loadText().then(setText, () => {
        // If the texts cannot be loaded, the notice is shown at a later visit.
      })
    update()
    // Another tab may notice the end of the session later, and count more items.
    return onStoredChange('unsentremoved', update)
  }, [])
  return text
}
