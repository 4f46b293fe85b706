import { SHARED_START } from '@parvis/contract/share-target.ts'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { forgetShared, readShared, vouchForShared } from '#web/kernel/offline/shared.ts'
import { currentLanguage, loadTexts, t } from '#web/kernel/text/i18n.ts'
import { findDraft, keepDraft } from '#web/rooms/publish/draft-store.ts'
import { showToast } from '#web/ui/toasts.ts'
import { addShared, type LeftOut } from './shared-draft.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The form holds what was shared just now, and nothing from before. */
    shared?: true
  }
}

const ABOUT = 'shared'

const wordsOf = ({ cutTo, hasPhoto, photoTrouble, morePictures, otherFiles }: LeftOut): string[] => [
  ...(cutTo === undefined ? [] : [t('publish.shared.cut', { count: cutTo })]),
  ...(hasPhoto ? [t('publish.shared.hasphoto')] : []),
  ...(photoTrouble ? [t(`publish.shared.photo.${photoTrouble}`)] : []),
  ...(morePictures ? [t('publish.shared.morepictures')] : []),
  ...(otherFiles ? [t('publish.shared.nopicture', { count: otherFiles })] : []),
]

const tell = (text: string) => showToast({ kind: 'warning', text, cause: ABOUT })

/** The page begins anew with it: what stands in the form by then is kept as a draft. */
const takeAfterAll = async () => {
  await vouchForShared().catch(() => {})
  location.assign(SHARED_START)
}

/**
 * The installed app has a window of its own. In a page among others it may have been another site that sent it, which
 * can hide where it comes from.
 */
const isInstalled = () => !matchMedia('(display-mode: browser)').matches

/** What the form is opened with; null where its member has yet to say that it is theirs. */
type Taken = { onlyShared: boolean } | null

const take = async (userId: string): Promise<Taken> => {
  await loadTexts('publish')
  const shared = await readShared(userId)
  if (shared && !shared.isVouched && !isInstalled()) {
    showToast({
      kind: 'info',
      text: t('publish.shared.ask'),
      action: { label: t('publish.shared.add'), onClick: () => void takeAfterAll() },
      cause: ABOUT,
    })
    return null
  }
  if (!shared || shared.words.length + shared.pictures + shared.otherFiles === 0) {
    await forgetShared()
    tell(t('publish.shared.nothing'))
    return { onlyShared: false }
  }
  const begun = await findDraft(userId)
  const { left, ...kept } = await addShared(shared, begun, currentLanguage())
  if (shared.words.length > 0 || kept.photo) keepDraft(userId, kept)
  // not before it stands somewhere else
  await forgetShared()
  const words = wordsOf(left)
  if (words.length > 0) tell(words.join(' '))
  return { onlyShared: begun === null }
}

let under: { visit: string; taking: Promise<Taken> } | undefined

/**
 * What was shared with the app becomes what a member has begun to write, and they are told what could not be taken
 * over. Taken once, however often the router asks in a visit; then it throws a redirect to the form alone. It returns
 * where its member has yet to say that it is theirs.
 */
export const takeShared = async (
  userId: string,
  { location, params }: { location: ParsedLocation; params: { c: string } },
): Promise<void> => {
  const visit = location.state.__TSR_key ?? location.href
  if (under?.visit !== visit) under = { visit, taking: take(userId) }
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
