import type { CasesPage } from '@parvis/contract/moderation.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live/live.ts'
import { hasId } from '#web/kernel/live/live-frames.ts'
import { casesQuery, moderationKeys } from './moderation.queries.ts'

export interface Heeding {
  /** Id of the community whose cases the viewer decides; null for none. */
  runs: () => string | null
  /** Number of pending cases there. */
  onCount: (waiting: number) => void
  /** The team made or reversed a decision about the viewer, whose abilities may have changed. */
  onDecision: () => void
}

export const waitingIn = (pages: InfiniteData<CasesPage, unknown> | undefined): number =>
  pages?.pages.at(-1)?.waiting ?? 0

/**
 * Subscribes the team to changes of pending cases, and members to decisions about them. Returns the unsubscribe
 * function.
 */
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
  // Each view of a private message is recorded: a case is refetched only where it is open, never when the app starts.
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
  // The team receives events of all cases, other members only of their own.
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
