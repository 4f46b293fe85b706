/** Which users are online: users with a live connection, and users whose last connection closed a moment ago. */
export interface Presence {
  markOnline(userId: string, communityId: string): void
  markOffline(userId: string): void
  isOnline(userId: string): boolean
  onlineUserIdsIn(communityId: string): string[]
}

export const createLocalPresence = (): Presence => {
  const communityOf = new Map<string, string>()
  const byCommunity = new Map<string, Set<string>>()
  return {
    markOnline(userId, communityId) {
      communityOf.set(userId, communityId)
      byCommunity.set(communityId, (byCommunity.get(communityId) ?? new Set()).add(userId))
    },
    markOffline(userId) {
      const communityId = communityOf.get(userId)
      if (communityId === undefined) return
      communityOf.delete(userId)
      const online = byCommunity.get(communityId)
      online?.delete(userId)
      if (online?.size === 0) byCommunity.delete(communityId)
    },
    isOnline: userId => communityOf.has(userId),
    onlineUserIdsIn: communityId => [...(byCommunity.get(communityId) ?? [])],
  }
}
