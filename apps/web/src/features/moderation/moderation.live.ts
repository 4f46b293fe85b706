import type { CasesPage } from '@parvis/contract/moderation.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { hasId } from '#web/kernel/live/live-frames.ts'
import { casesQuery, moderationKeys } from './moderation.queries.ts'

export interface ModerationListeners {
  /** Id of the community whose cases the viewer decides; null when the viewer decides no cases. */
  managedCommunityId: () => string | null
  /** Called with the number of pending cases of that community. */
  onPendingCount: (pendingCount: number) => void
  /** Called when the team made or reversed a decision about the viewer, whose abilities may have changed. */
  onDecision: () => void
}

export const pendingCountOf = (pages: InfiniteData<CasesPage, unknown> | undefined): number =>
  pages?.pages.at(-1)?.waiting ?? 0

/** Subscribes the team to pending cases, and members to decisions about them. */
export const subscribeToModeration = (
  queryClient: QueryClient,
  live: LiveConnection,
  { managedCommunityId, onPendingCount, onDecision }: ModerationListeners,
): void => {
  const refetchCount = async () => {
    const communityId = managedCommunityId()
    if (communityId === null) return
    await queryClient.invalidateQueries({ queryKey: moderationKeys.lists() })
    const waiting = await queryClient.infiniteQuery({ ...casesQuery(communityId, 'waiting'), staleTime: 0 })
    if (managedCommunityId() === communityId) onPendingCount(pendingCountOf(waiting))
  }
  const refreshCount = () => void refetchCount().catch(() => {})
  // The server records each view of a private message, so a case is refetched only while a screen shows it.
  const refetchOpenCase = () => void queryClient.invalidateQueries({ queryKey: moderationKeys.cases() })
  let wasConnected = false
  const handleConnected = () => {
    if (wasConnected && managedCommunityId() !== null) refetchOpenCase()
    wasConnected = true
    refreshCount()
  }
  const handleOwnDecision = () => {
    void queryClient.invalidateQueries({ queryKey: moderationKeys.ownDecisions() })
    onDecision()
  }
  // The team receives events of all cases, other members only of cases about them.
  const handleChange = () => {
    if (managedCommunityId() === null) return handleOwnDecision()
    refetchOpenCase()
    refreshCount()
  }
  const handleNotification = ({ moderation }: { moderation?: { news: string } }) => {
    if (moderation?.news === 'decision' || moderation?.news === 'outcome') handleOwnDecision()
  }
  live.on('connected', handleConnected)
  live.on('moderation.changed', handleChange, () => true)
  live.on('notification.created', handleNotification, hasId)
}
