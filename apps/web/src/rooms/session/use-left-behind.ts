import { useEffect, useState } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'

/** How much of this member's waits on the device to be sent, at a door where their outbox is not open. */
export const useLeftBehind = (userId: string): number => {
  const [count, setCount] = useState(0)
  useEffect(() => {
    Promise.all([import('#web/kernel/outbox/waiting-store.ts'), loadTexts('outbox')])
      .then(([{ findWaiting }]) => findWaiting(userId))
      .then(
        found => setCount(found?.waiting.length ?? 0),
        () => {},
      )
  }, [userId])
  return count
}
