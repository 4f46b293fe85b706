import { sharedStart } from '@parvis/contract/share-target.ts'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import {
  forgetTaken,
  inTurn,
  MOST_SHARES,
  readShared,
  type Shared,
  vouchForShared,
} from '#web/kernel/offline/shared.ts'
import { saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { currentLanguage, loadTexts, t } from '#web/kernel/text/i18n.ts'
import { findDraft, saveDraft } from '#web/features/publish/draft-store.ts'
import { showToast } from '#web/ui/toasts.ts'
import { addAllShared, type AllLeftOut } from './shared-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** ids of the shares consumed last, by user */
    takenshares: Record<string, unknown>
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The form contains only what was just shared. */
    shared?: true
  }
}

const wordsOf = ({ cutTo, hasPhoto, photoTroubles = [], morePictures, otherFiles }: AllLeftOut): string[] => [
  ...(cutTo === undefined ? [] : [t('publish.shared.cut', { count: cutTo })]),
  ...(hasPhoto ? [t('publish.shared.hasphoto')] : []),
  ...photoTroubles.map(trouble => t(`publish.shared.photo.${trouble}`)),
  ...(morePictures ? [t('publish.shared.morepictures')] : []),
  ...(otherFiles ? [t('publish.shared.nopicture', { count: otherFiles })] : []),
]

/** Reloads the page with the shares in question; unsaved input of the form is stored as a draft. */
const takeAfterAll = async (ids: readonly [string, ...string[]]) => {
  await vouchForShared(ids).catch(() => {})
  location.assign(sharedStart(ids[0]))
}

const ask = (ids: readonly [string, ...string[]]) =>
  showToast({
    kind: 'info',
    text: t('publish.shared.ask'),
    action: { label: t('publish.shared.add'), onClick: () => void takeAfterAll(ids) },
    cause: 'shared and not sure',
  })

/**
 * The installed app has a window of its own. In a browser tab another site may have sent the share, and can hide its
 * origin.
 */
const isInstalled = () => !matchMedia('(display-mode: browser)').matches

/** How the form opens; null while the member has not confirmed that the shares are theirs. */
type Taken = { onlyShared: boolean } | null

const takenBy = (userId: string): unknown[] => {
  const taken = keptDraft('takenshares', userId)
  return Array.isArray(taken) ? taken : []
}

/** `shareId` is the share that this visit came with. */
const takeAll = async (userId: string, own: string): Promise<Taken> => {
  const there = await readShared(userId)
  const before = takenBy(userId)
  const isSure = ({ id, isVouched }: Shared) => isVouched || (id === own && isInstalled())
  const fresh = there.filter(({ id }) => !before.includes(id))
  const sure = fresh.filter(isSure)
  const begun = await findDraft(userId)
  const { kept, left } = await addAllShared(sure, begun, currentLanguage())
  if (kept && kept !== begun) {
    // The next share may unload this page at any moment: the text and the mark that it was consumed are written last,
    // without an await in between.
    await saveDraftPhoto(userId, kept.photo)
    saveDraft(userId, kept.draft)
  }
  if (sure.length > 0) keepDraft('takenshares', userId, [...before, ...sure.map(({ id }) => id)].slice(-MOST_SHARES))
  // Deleted only once stored in the draft. Includes shares that an earlier page consumed but could not delete.
  await forgetTaken(there.filter(one => sure.includes(one) || before.includes(one.id)).map(({ id }) => id))
  const isHere = there.some(({ id }) => id === own) || before.includes(own)
  const words = [...(isHere ? [] : [t('publish.shared.nothing')]), ...wordsOf(left)]
  if (words.length > 0) showToast({ kind: 'warning', text: words.join(' '), cause: 'shared' })
  const [first, ...others] = fresh.filter(one => !isSure(one)).map(({ id }) => id)
  if (first === undefined) return { onlyShared: begun === null && kept !== null }
  ask([first, ...others])
  return null
}

const take = async (userId: string, own: string): Promise<Taken> => {
  await loadTexts('publish')
  return inTurn(() => takeAll(userId, own))
}

let under: { visit: string; taking: Promise<Taken> } | undefined

/**
 * Adds what was shared with the app to the member's draft and reports what could not be taken over. Runs once per
 * visit, however often the router calls it, then throws a redirect to the form alone. Returns normally if the member
 * has yet to confirm that the share is theirs.
 */
export const takeShared = async (
  userId: string,
  { location, params, search }: { location: ParsedLocation; params: { c: string }; search: { shared?: string } },
): Promise<void> => {
  const visit = location.state.__TSR_key ?? location.href
  if (under?.visit !== visit) under = { visit, taking: take(userId, search.shared ?? '') }
  // After a reload nothing is left to consume, and there is no message.
  const taken = await under.taking
  if (taken)
    throw redirect({
      to: '/$c/actualites/edition-publication',
      params,
      state: { ...(taken.onlyShared && { shared: true }) },
      replace: true,
    })
}
