import { ApiError } from '#web/kernel/http/api.ts'

const answers = ['error404', 'forbidden', 'guestforbidden'] as const
/** Why the server refuses a conversation to the viewer. */
export type ShutBy = (typeof answers)[number]

/** Returns null for any other error, which may be temporary. */
export const shutBy = (error: unknown): ShutBy | null =>
  (error instanceof ApiError && answers.find(key => key === error.key)) || null
