import { ApiError } from '#web/kernel/http/api.ts'

/** Whether the credentials are right, but the code of a second factor is required. */
export const requiresFactor = (error: unknown): boolean => error instanceof ApiError && error.key === 'codemissing'

/** Whether the link or the code of a letter is no longer valid. */
export const isExpiredLink = (error: unknown): boolean => error instanceof ApiError && error.key === 'tokenexpired'

/** Whether the user is unknown. */
export const isUnknownUser = (error: unknown): error is ApiError & { key: 'unauthorized' | 'unknown' } =>
  error instanceof ApiError && (error.key === 'unauthorized' || error.key === 'unknown')

/**
 * Next steps, each shown in a dialog of its own: `popup1` log in with your credentials, `popup2` confirm your e-mail,
 * `popup3` the link to a new password is on its way, `popup4` the account is not enabled yet.
 */
export const popups = ['popup1', 'popup2', 'popup3', 'popup4'] as const
export type Popup = (typeof popups)[number]

/** The next step that an error stands for; null for real errors. */
export const popupOf = (error: unknown): Popup | null =>
  error instanceof ApiError ? (popups.find(popup => popup === error.key) ?? null) : null
