import { ApiError } from '#web/kernel/http/api.ts'

const reasons = ['error404', 'forbidden', 'guestforbidden'] as const
/** Why the server denies the viewer access to a conversation. */
export type ClosedReason = (typeof reasons)[number]

/** Returns why access is denied, or null for any other error, which may be temporary and is worth a retry. */
export const closedReasonOf = (error: unknown): ClosedReason | null =>
  (error instanceof ApiError && reasons.find(key => key === error.key)) || null
