import { saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { newPublication, parsePublication, type Publication } from './publication.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Publications from templates that are not sent yet, by user, template and deal. */
    publications: Record<string, unknown>
  }
}

/** How many are stored; the oldest is deleted first. */
const MAX_STORED = 5

export const publicationKey = (userId: string, templateId: string, dealId?: string): string =>
  [userId, templateId, dealId].filter(Boolean).join(' ')

const findPublication = (key: string): Publication | null => parsePublication(loadDraft('publications', key))

/** It was sent and may have arrived. */
export const mayHaveArrived = (key: string): boolean => findPublication(key)?.sent !== undefined

export const hasPublication = (key: string): boolean => findPublication(key) !== null

/** Another draft than this one has been started there. */
export const hasOtherPublication = (key: string, { tmpId }: Publication): boolean =>
  hasPublication(key) && findPublication(key)?.tmpId !== tmpId

/** The stored draft has not changed since it was sent. */
export const matchesSent = (key: string, sent: Publication): boolean => {
  const current = findPublication(key)
  return current !== null && (Object.keys(current) as (keyof Publication)[]).every(name => current[name] === sent[name])
}

/**
 * The stored draft, or a new one. An idempotency key that was already sent is kept, so that nothing is published twice;
 * an unsent one is replaced, since drafts in two tabs become two posts.
 */
export const restorePublication = (key: string): Publication => {
  const current = findPublication(key)
  if (!current) return newPublication()
  return current.sent ? current : { ...current, tmpId: newPublication().tmpId }
}

/** Null deletes it. */
export const savePublication = (key: string, publication: Publication | null): void =>
  saveDraft('publications', key, publication, MAX_STORED)
