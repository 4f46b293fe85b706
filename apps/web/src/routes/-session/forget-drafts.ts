import { type Drafts, forgetDraftsOf } from '#web/kernel/device/drafts.ts'
import { store } from '#web/kernel/device/stored.ts'
import { forgetShared } from '#web/kernel/offline/shared.ts'
import { forgetWaiting } from '#web/kernel/outbox/forget-waiting.ts'
import { forgetPhotos } from '#web/kernel/picture/taken-photo.ts'
import { forgetDrafts } from '#web/rooms/publish/draft-store.ts'

/** Every store of drafts there is: the types tell of one that is missing here. */
const stores: Record<Drafts, true> = {
  chatdrafts: true,
  dealdrafts: true,
  informationdrafts: true,
  postdrafts: true,
  profiledrafts: true,
  publications: true,
  takenshares: true,
  templatedrafts: true,
}

/** Of who has left: what was written, taken and shared, and not yet published or sent; `but` whose it is stays. */
export const forgetAllDrafts = (but?: string): void => {
  if (!but) forgetPhotos()
  void forgetDrafts(but)
  void forgetWaiting(but)
  void forgetShared(but)
  for (const drafts of Object.keys(stores) as Drafts[]) forgetDraftsOf(drafts, but)
}

/** Of who has left for good: the log-in does not know their name either. */
export const forgetAccount = (): void => {
  forgetAllDrafts()
  store('emailOrPseudo', null)
}
