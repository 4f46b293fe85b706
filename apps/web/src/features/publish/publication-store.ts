import { type DraftStore, draftStore } from '#web/kernel/device/drafts.ts'
import { hasShape } from '#web/kernel/device/shape.ts'
import { type Publication, publicationShape } from './publication.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of publications from templates, by user, template and deal. */
    publications: Record<string, unknown>
  }
}

/** Maximum number of stored drafts; saving another deletes the oldest. */
const MAX_STORED = 5

export const publicationKey = (userId: string, templateId: string, dealId?: string): string =>
  [userId, templateId, dealId].filter(Boolean).join(' ')

export const publications = (key: string): DraftStore => draftStore('publications', key, MAX_STORED)

export const loadPublication = (key: string): Publication | null => {
  const stored = publications(key).load()
  return hasShape(stored, publicationShape) ? stored : null
}

/** Whether the publication was sent, so that the server may have stored it. */
export const mayHaveArrived = (key: string): boolean => loadPublication(key)?.sent !== undefined

export const isSamePublication = (one: Publication, other: Publication): boolean =>
  (Object.keys(one) as (keyof Publication)[]).every(name => one[name] === other[name])

/** Reuses an idempotency key that was sent; omits an unsent one, because drafts in two tabs become two posts. */
export const restorePublication = (key: string): unknown => {
  const current = loadPublication(key)
  return current?.sent ? current : { ...current, tmpId: undefined }
}

/** Saves a draft; null deletes it. */
export const savePublication = (key: string, publication: Publication | null): void =>
  publications(key).save(publication)
