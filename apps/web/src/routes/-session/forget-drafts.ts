import { forgetPhotos } from '#web/kernel/picture/taken-photo.ts'
import { forgetDealDrafts } from '#web/rooms/deals/deal-draft-store.ts'
import { forgetDrafts } from '#web/rooms/publish/draft-store.ts'

/** Of who has left: what was written and taken, and not yet published; `but` whose it is stays. */
export const forgetAllDrafts = (but?: string): void => {
  if (!but) forgetPhotos()
  void forgetDrafts(but)
  forgetDealDrafts(but)
}
