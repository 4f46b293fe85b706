import type { CasesPage } from '@parvis/contract/moderation.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live/live.ts'
import { hasId } from '#web/kernel/live/live-frames.ts'
import { casesQuery, moderationKeys } from './moderation.queries.ts'

export interface Heeding {
  /** The community whose cases the reader decides on; null for none. */
  runs: () => string | null
  /** How many wait there. */
  onCount: (waiting: number) => void
  /** The team has decided something about the reader, or taken it back: they may do less now, or more. */
  onDecision: () => void
}

export const waitingIn = (pages: InfiniteData<CasesPage, unknown> | undefined): number =>
  pages?.pages.at(-1)?.waiting ?? 0

/** Lets the team hear that what waits for it has changed, and members that something was decided about them. */
export const listenToModeration = (
  queryClient: QueryClient,
  live: Live,
  { runs, onCount, onDecision }: Heeding,
): (() => void) => {
  const readAnew = async () => {
    const communityId = runs()
    if (communityId === null) return
    await queryClient.invalidateQueries({ queryKey: moderationKeys.lists() })
    const waiting = await queryClient.infiniteQuery({ ...casesQuery(communityId, 'waiting'), staleTime: 0 })
    if (runs() === communityId) onCount(waitingIn(waiting))
  }
  const readQuietly = () => void readAnew().catch(() => {})
  // of a private message each reading is noted: a case is read anew where it is open, and never as the app arrives
  const readCase = () => void queryClient.invalidateQueries({ queryKey: moderationKeys.cases() })
  let wasConnected = false
  const connected = () => {
    if (wasConnected && runs() !== null) readCase()
    wasConnected = true
    readQuietly()
  }
  const decidedOnReader = () => {
    void queryClient.invalidateQueries({ queryKey: moderationKeys.mine() })
    onDecision()
  }
  // the team hears of all cases, others of their own alone
  const changed = () => {
    if (runs() === null) return decidedOnReader()
    readCase()
    readQuietly()
  }
  const decided = ({ moderation }: { moderation?: { news: string } }) => {
    if (moderation?.news === 'decision' || moderation?.news === 'outcome') decidedOnReader()
  }
  const stops = [
    live.on('connected', connected),
    live.on('moderation.changed', changed, () => true),
    live.on('notification.created', decided, hasId),
  ]
  return () => stops.forEach(stop => stop())
}
