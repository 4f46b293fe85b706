import { sharedStartPath } from '@parvis/contract/share-target.ts'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { loadDraft, saveDraft as storeDraft } from '#web/kernel/device/drafts.ts'
import {
  deleteShares,
  withShareLock,
  MAX_SHARES,
  readShares,
  type Share,
  confirmShares,
} from '#web/kernel/offline/shares.ts'
import { saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { currentLanguage, loadTexts, t } from '#web/kernel/text/i18n.ts'
import { findPostDraft, savePostDraft } from './draft-store.ts'
import { showToast } from '#web/ui/toasts.ts'
import { addSharesToDraft, type LeftOut } from './shared-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** The ids of the latest consumed shares, by user id. */
    takenshares: Record<string, unknown>
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The form contains only what was shared, and no earlier draft. */
    shared?: true
  }
}

const describeLeftOut = ({ cutTo, hasPhoto, photoErrors, morePictures, otherFiles }: LeftOut): string[] => [
  ...(cutTo === undefined ? [] : [t('publish.shared.cut', { count: cutTo })]),
  ...(hasPhoto ? [t('publish.shared.hasphoto')] : []),
  ...photoErrors.map(error => t(`publish.shared.photo.${error}`)),
  ...(morePictures ? [t('publish.shared.morepictures')] : []),
  ...(otherFiles ? [t('publish.shared.nopicture', { count: otherFiles })] : []),
]

const askForConsent = (ids: readonly [string, ...string[]]) =>
  showToast({
    kind: 'info',
    text: t('publish.shared.ask'),
    action: {
      label: t('publish.shared.add'),
      onClick: () =>
        void confirmShares(ids)
          .catch(() => {})
          .then(() => location.assign(sharedStartPath(ids[0]))),
    },
    cause: 'shared and not sure',
  })

/** Whether this is the installed app. In a browser tab, another site may have sent the share and hidden its origin. */
const isInstalled = () => !matchMedia('(display-mode: browser)').matches

/** Whether the form contains only shared content; null while the member must confirm that the shares are theirs. */
type ConsumeResult = { onlyShared: boolean } | null

const consumeShares = async (userId: string, shareId: string): Promise<ConsumeResult> => {
  const shares = await readShares(userId)
  const consumed = loadDraft('takenshares', userId)
  const consumedIds: unknown[] = Array.isArray(consumed) ? consumed : []
  const isTrusted = ({ id, isVouched }: Share) => isVouched || (id === shareId && isInstalled())
  const fresh = shares.filter(({ id }) => !consumedIds.includes(id))
  const trusted = fresh.filter(isTrusted)
  const existingDraft = await findPostDraft(userId)
  const { stored, leftOut } = await addSharesToDraft(trusted, existingDraft, currentLanguage())
  if (stored && stored !== existingDraft) {
    // Another share may unload this page at any moment, so draft and ids are written without an await in between.
    await saveDraftPhoto(userId, stored.photo)
    savePostDraft(userId, stored.draft)
  }
  if (trusted.length > 0)
    storeDraft('takenshares', userId, [...consumedIds, ...trusted.map(({ id }) => id)].slice(-MAX_SHARES))
  // Shares are deleted once the draft is stored, together with shares that an earlier page had added but not deleted.
  await deleteShares(
    shares.filter(share => trusted.includes(share) || consumedIds.includes(share.id)).map(({ id }) => id),
  )
  const isFound = shares.some(({ id }) => id === shareId) || consumedIds.includes(shareId)
  const messages = [...(isFound ? [] : [t('publish.shared.nothing')]), ...describeLeftOut(leftOut)]
  if (messages.length > 0) showToast({ kind: 'warning', text: messages.join(' '), cause: 'shared' })
  const [first, ...others] = fresh.filter(share => !isTrusted(share)).map(({ id }) => id)
  if (first === undefined) return { onlyShared: existingDraft === null && stored !== null }
  askForConsent([first, ...others])
  return null
}

let current: { visit: string; result: Promise<ConsumeResult> } | undefined

/**
 * Adds content shared with the app to the member's draft and reports what the draft could not include. Runs once per
 * visit, however often the router calls it, then redirects to the plain form. Returns normally while the member has yet
 * to confirm that the share is theirs.
 */
export const consumeShared = async (
  userId: string,
  { location, params, search }: { location: ParsedLocation; params: { c: string }; search: { shared?: string } },
): Promise<void> => {
  const visit = location.state.__TSR_key ?? location.href
  if (current?.visit !== visit) {
    const consume = () => withShareLock(() => consumeShares(userId, search.shared ?? ''))
    current = { visit, result: loadTexts('publish').then(consume) }
  }
  const consumed = await current.result
  if (consumed)
    throw redirect({
      to: '/$c/actualites/edition-publication',
      params,
      state: { ...(consumed.onlyShared && { shared: true }) },
      replace: true,
    })
}
