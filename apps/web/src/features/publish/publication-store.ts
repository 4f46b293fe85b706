import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { newPublication, readPublication, type Publication } from './publication.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** publications begun from a template and not yet sent, by whose they are and what they are made from */
    publications: Record<string, unknown>
  }
}

/** How many are kept: the one begun the longest ago goes first. */
const MOST_KEPT = 5

/** Whose a publication is, and what it is made from. */
export const publicationKey = (userId: string, templateId: string, dealId?: string): string =>
  [userId, templateId, dealId].filter(Boolean).join(' ')

const findPublication = (key: string): Publication | null => readPublication(keptDraft('publications', key))

/** It was sent, and nobody knows whether it has arrived. */
export const mayHaveArrived = (key: string): boolean => findPublication(key)?.sent !== undefined

export const hasPublication = (key: string): boolean => findPublication(key) !== null

/** Something else has been begun there than this one. */
export const hasOtherPublication = (key: string, { tmpId }: Publication): boolean =>
  hasPublication(key) && findPublication(key)?.tmpId !== tmpId

/** It still is what was sent off from there. */
export const isAsSent = (key: string, sent: Publication): boolean => {
  const kept = findPublication(key)
  return kept !== null && (Object.keys(kept) as (keyof Publication)[]).every(name => kept[name] === sent[name])
}

/**
 * What was begun, or a new one. A name that was tried stays, so that nothing is published twice; one that was not is of
 * this screen alone: what is begun in two tabs are two posts.
 */
export const beginPublication = (key: string): Publication => {
  const kept = findPublication(key)
  if (!kept) return newPublication()
  return kept.sent ? kept : { ...kept, tmpId: newPublication().tmpId }
}

/** Null forgets it. */
export const keepPublication = (key: string, publication: Publication | null): void =>
  keepDraft('publications', key, publication, MOST_KEPT)
