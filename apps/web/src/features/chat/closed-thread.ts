import { ApiError } from '#web/kernel/http/api.ts'

const reasons = ['error404', 'forbidden', 'guestforbidden'] as const
/** Why the server refuses a conversation to the viewer. */
export type ClosedReason = (typeof reasons)[number]

/** Returns null for any other error, which may be temporary. */
export const closedReasonOf = (error: unknown): ClosedReason | null =>
  (error instanceof ApiError && reasons.find(key => key === error.key)) || null
