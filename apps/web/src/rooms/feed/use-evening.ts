import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import type * as Around from './around.ts'

/** The first feed of a visit waits no longer for what is on tonight; later it would push down what is being read, and is left out. */
const MOST_WAIT_MS = 800

/** From 17:00 on. */
const isEvening = (now: number, timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now) >= '17'

type Part = typeof Around

/** What it was, by community: who comes back to the feed finds it as they left it, at once. */
const settled = new Map<string, Part | null>()

/** What the feed begins with in the evening, with its answer: undefined as long as the feed should wait for it, null where there is none. */
export const useEvening = (
  { _id, timezone }: { _id: string; timezone: string },
  isAsked: boolean,
): Part | null | undefined => {
  const queryClient = useQueryClient()
  const evening = isEvening(useNow(), timezone) && isAsked
  const [part, setPart] = useState(() => settled.get(_id))
  useEffect(() => {
    if (!evening || settled.get(_id)) return
    // the first word stands on this screen, the last one on the next
    const settle = (found: Part | null) => {
      settled.set(_id, found)
      setPart(before => (before === undefined ? found : before))
    }
    const giveUp = () => settle(null)
    const timer = setTimeout(giveUp, MOST_WAIT_MS)
    import('./around.ts').then(found => found.askTonight(queryClient, _id).then(() => settle(found))).catch(giveUp)
    return () => clearTimeout(timer)
  }, [evening, queryClient, _id])
  return evening ? part : null
}
