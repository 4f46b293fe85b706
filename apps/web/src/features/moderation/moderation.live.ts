import type { CasesPage } from '@parvis/contract/moderation.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live/live.ts'
import { hasId } from '#web/kernel/live/live-frames.ts'
import { casesQuery, moderationKeys } from './moderation.queries.ts'

export interface ModerationListeners {
  /** Id of the community whose cases the viewer decides; null for none. */
  managedCommunityId: () => string | null
  /** Called with the number of pending cases of that community. */
  onCount: (waiting: number) => void
  /** Called when the team made or reversed a decision about the viewer, whose abilities may have changed. */
  onDecision: () => void
}

export const pendingCountOf = (pages: InfiniteData<CasesPage, unknown> | undefined): number =>
  pages?.pages.at(-1)?.waiting ?? 0

/**
 * Subscribes the team to changes of pending cases, and members to decisions about them. Returns the unsubscribe
 * function.
 */
export const subscribeToModeration = (
  queryClient: QueryClient,
  live: Live,
  { managedCommunityId, onCount, onDecision }: ModerationListeners,
): (() => void) => {
  const refetchCount = async () => {
    const communityId = managedCommunityId()
    if (communityId === null) return
    await queryClient.invalidateQueries({ queryKey: moderationKeys.lists() })
    const waiting = await queryClient.infiniteQuery({ ...casesQuery(communityId, 'waiting'), staleTime: 0 })
    if (managedCommunityId() === communityId) onCount(pendingCountOf(waiting))
  }
  const refreshCount = () => void refetchCount().catch(() => {})
  // Each view of a private message is recorded: a case is refetched only where it is open, never when the app starts.
  const refetchOpenCase = () => void queryClient.invalidateQueries({ queryKey: moderationKeys.cases() })
  let wasConnected = false
  const handleConnected = () => {
    if (wasConnected && managedCommunityId() !== null) refetchOpenCase()
    wasConnected = true
    refreshCount()
  }
  const handleOwnDecision = () => {
    void queryClient.invalidateQueries({ queryKey: moderationKeys.mine() })
    onDecision()
  }
  // The team receives events of all cases, other members only of their own.
  const handleChange = () => {
    if (managedCommunityId() === null) return handleOwnDecision()
    refetchOpenCase()
    refreshCount()
  }
  const handleNotification = ({ moderation }: { moderation?: { news: string } }) => {
    if (moderation?.news === 'decision' || moderation?.news === 'outcome') handleOwnDecision()
  }
  const unsubscribes = [
    live.on('connected', handleConnected),
    live.on('moderation.changed', handleChange, () => true),
    live.on('notification.created', handleNotification, hasId),
  ]
  return () => unsubscribes.forEach(stop => stop())
}
