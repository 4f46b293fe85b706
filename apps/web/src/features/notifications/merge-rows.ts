import { MAX_NAMED_ACTORS, type Notification } from '@parvis/contract/notifications.ts'

/** Newcomers, or members pending approval, of one community share a row. Null if a notification is not merged. */
const mergeKeyOf = ({ kind, communityId, approval }: Notification): string | null =>
  kind === 'welcome' || (kind === 'approval' && approval?.state === 'waiting' && !approval.deal)
    ? `${kind} ${communityId}`
    : null

/** Merges the notifications with the same key into one, at the position of the newest. */
export const mergeRows = (rows: readonly Notification[]): Notification[] => {
  const groups = Map.groupBy(rows, one => mergeKeyOf(one) ?? one._id)
  return [...groups.values()].map(([first, ...others]) => {
    if (others.length === 0) return first!
    const all = [first!, ...others]
    return {
      ...first!,
      actors: all.flatMap(({ actors }) => actors).slice(0, MAX_NAMED_ACTORS),
      count: all.length,
      read: all.every(({ read }) => read),
    }
  })
}
