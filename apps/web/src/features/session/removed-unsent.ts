import { useEffect, useState } from 'react'
import { onStored, stored } from '#web/kernel/device/stored.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import type { UnsentWord } from './what-waits.ts'

export type UnsentCounts = Partial<Record<UnsentWord, number>>

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** How much of which kind was removed unsent when a session ended; until somebody logs in. */
    unsentremoved: { counts: UnsentCounts }
  }
}

const say = async (): Promise<string | null> => {
  const counts = stored('unsentremoved')?.counts
  if (!counts) return null
  const [{ sayUnsent }] = await Promise.all([import('./what-waits.ts'), loadTexts('outbox')])
  return t('outbox.removed', { what: sayUnsent(counts) })
}

/** At the log-in: what kind was not sent and went with the session, and nothing of what it said; null where nothing. */
export const useRemovedUnsent = (): string | null => {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const look = () =>
      void say().then(setText, () => {
        // told once its words can be had
      })
    look()
    // another tab may hear later that the session has ended, and have more to count
    return onStored('unsentremoved', look)
  }, [])
  return text
}
