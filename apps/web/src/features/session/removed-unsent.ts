import { useEffect, useState } from 'react'
import { onStored, stored } from '#web/kernel/device/stored.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import type { UnsentWord } from './what-waits.ts'

export type UnsentCounts = Partial<Record<UnsentWord, number>>

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Numbers of items by kind that were removed unsent when a session ended; cleared at the next log-in. */
    unsentremoved: { counts: UnsentCounts }
  }
}

const say = async (): Promise<string | null> => {
  const counts = stored('unsentremoved')?.counts
  if (!counts) return null
  const [{ sayUnsent }] = await Promise.all([import('./what-waits.ts'), loadTexts('outbox')])
  return t('outbox.removed', { what: sayUnsent(counts) })
}

/**
 * Text for the log-in: the kinds of items that were removed unsent with the session, without their content. Null for
 * none.
 */
export const useRemovedUnsent = (): string | null => {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const look = () =>
      void say().then(setText, () => {
        // Shown later, once its texts can be loaded.
      })
    look()
    // Another tab may learn of the end later and count more.
    return onStored('unsentremoved', look)
  }, [])
  return text
}
