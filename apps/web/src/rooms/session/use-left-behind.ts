import { useEffect, useState } from 'react'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import type { Ended } from './session.queries.ts'

const loadStore = async () =>
  (await Promise.all([import('#web/kernel/outbox/waiting-store.ts'), loadTexts('outbox')]))[0]

/** That something of this member's waits on the device, at a door where their outbox is not open; null where nothing. */
export const useLeftBehind = (userId: string): string | null => {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    Promise.all([loadStore(), import('./what-waits.ts')])
      .then(async ([{ findWaiting }, { whatWaits }]) => {
        const waiting = (await findWaiting(userId))?.waiting ?? []
        setText(waiting.length > 0 ? t('outbox.leftbehind', { what: whatWaits(waiting), count: waiting.length }) : null)
      })
      .catch(() => {})
  }, [userId])
  return text
}

/** After these ends what was written stays on the device, for who wrote it; nobody else is told what it is. */
const keeping: ReadonlySet<Ended | undefined> = new Set([undefined, 'logout', 'password', 'staff', 'data'])

/**
 * Whether something waits at the log-in for who was logged out: whoever logs out themselves is asked, and leaves nothing.
 * `isOut`: nobody is signed in here.
 */
export const useWaitsHere = (isOut: boolean, ended: Ended | undefined): boolean => {
  const [waits, setWaits] = useState(false)
  const mayWait = isOut && keeping.has(ended)
  useEffect(() => {
    if (!mayWait) return
    const look = () =>
      void loadStore()
        .then(({ findWaitingOfOthers }) => findWaitingOfOthers(null))
        .then(
          all => setWaits(all.some(({ refused }) => !refused)),
          () => {},
        )
    look()
    // another tab may be the one where they logged out, and is just about to forget it
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [mayWait])
  return mayWait && waits
}
