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
    /** the names of what was last shared and taken, by whose it was */
    takenshares: Record<string, unknown>
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The form holds what was shared just now, and nothing from before. */
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

/** The page begins anew with what was asked about: what stands in the form by then is kept as a draft. */
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
 * The installed app has a window of its own. In a page among others it may have been another site that sent it, which
 * can hide where it comes from.
 */
const isInstalled = () => !matchMedia('(display-mode: browser)').matches

/** What the form is opened with; null where its member has yet to say that it is theirs. */
type Taken = { onlyShared: boolean } | null

const takenBy = (userId: string): unknown[] => {
  const taken = keptDraft('takenshares', userId)
  return Array.isArray(taken) ? taken : []
}

/** `own` is the share that this visit has come with. */
const takeAll = async (userId: string, own: string): Promise<Taken> => {
  const there = await readShared(userId)
  const before = takenBy(userId)
  const isSure = ({ id, isVouched }: Shared) => isVouched || (id === own && isInstalled())
  const fresh = there.filter(({ id }) => !before.includes(id))
  const sure = fresh.filter(isSure)
  const begun = await findDraft(userId)
  const { kept, left } = await addAllShared(sure, begun, currentLanguage())
  if (kept && kept !== begun) {
    // the next share may end this page at any moment: the words and the mark that they are taken come last, at once
    await saveDraftPhoto(userId, kept.photo)
    saveDraft(userId, kept.draft)
  }
  if (sure.length > 0) keepDraft('takenshares', userId, [...before, ...sure.map(({ id }) => id)].slice(-MOST_SHARES))
  // not before it stands somewhere else; what a page took that ended before this, it may have left
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
 * What was shared with the app becomes what a member has begun to write, and they are told what could not be taken
 * over. Taken once, however often the router asks in a visit; then it throws a redirect to the form alone. It returns
 * where its member has yet to say that it is theirs.
 */
export const takeShared = async (
  userId: string,
  { location, params, search }: { location: ParsedLocation; params: { c: string }; search: { shared?: string } },
): Promise<void> => {
  const visit = location.state.__TSR_key ?? location.href
  if (under?.visit !== visit) under = { visit, taking: take(userId, search.shared ?? '') }
  // a reload finds nothing more, and has nothing to say about it
  const taken = await under.taking
  if (taken)
    throw redirect({
      to: '/$c/actualites/edition-publication',
      params,
      state: { ...(taken.onlyShared && { shared: true }) },
      replace: true,
    })
}
