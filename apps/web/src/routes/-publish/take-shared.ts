import { SHARED_CACHE, SHARED_PHOTO, SHARED_WORDS } from '#web/kernel/offline/worker-messages.ts'
import { preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { findDraft, keepDraft } from '#web/rooms/publish/draft-store.ts'
import { newDraft } from '#web/rooms/publish/post-draft.ts'

const wordsOf = async (answer: Response | undefined): Promise<string[]> => {
  const words: unknown = await answer?.json().catch(() => [])
  return Array.isArray(words) ? words.filter(word => typeof word === 'string') : []
}

/**
 * What was shared with the app becomes what a member has begun to write: after what stands there already, which stays.
 * Taken once.
 */
export const takeShared = async (userId: string): Promise<void> => {
  if (!('caches' in globalThis) || !(await caches.has(SHARED_CACHE))) return
  const shared = await caches.open(SHARED_CACHE)
  const words = await wordsOf(await shared.match(SHARED_WORDS))
  const file = await (await shared.match(SHARED_PHOTO))?.blob()
  await caches.delete(SHARED_CACHE)
  const begun = await findDraft(userId)
  const draft = begun?.draft ?? newDraft()
  const language = currentLanguage()
  const before = draft[language].description.trimEnd()
  const description = [...(before ? [before] : []), ...words].join('\n')
  // one that cannot be read is left out: the words are there
  const { photo } = file
    ? await preparePhoto(new File([file], 'photo', { type: file.type })).catch(() => ({ photo: undefined }))
    : {}
  keepDraft(userId, {
    draft: {
      ...draft,
      [language]: { ...draft[language], description },
      photo: photo ? 'new' : draft.photo,
      sent: draft.sent === 'no' ? 'no' : 'changed',
    },
    photo: photo ?? begun?.photo ?? null,
  })
}
