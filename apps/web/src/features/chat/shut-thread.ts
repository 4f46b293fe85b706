import { ApiError } from '#web/kernel/http/api.ts'

const answers = ['error404', 'forbidden', 'guestforbidden'] as const
/** Why the server shows a conversation to this reader not, or not any more. */
export type ShutBy = (typeof answers)[number]

/** Null where it did not come for another reason: it may come later. */
export const shutBy = (error: unknown): ShutBy | null =>
  (error instanceof ApiError && answers.find(key => key === error.key)) || null
