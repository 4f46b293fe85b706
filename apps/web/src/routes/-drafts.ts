import { loadTexts } from '#web/kernel/i18n.ts'
import { forgetDraftsOf, hasDrafts } from '#web/rooms/publish/draft-store.ts'
import { sayDraftKept } from '#web/rooms/publish/kept-draft.ts'

/** What a member began to write stays for them when they sign out, on whatever screen. */
export const tellOfDrafts = async (userId: string): Promise<void> => {
  if (!hasDrafts(userId)) return
  await loadTexts('publish')
  sayDraftKept(() => void forgetDraftsOf(userId))
}
