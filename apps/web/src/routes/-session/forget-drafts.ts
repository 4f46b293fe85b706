import { forgetPhotos } from '#web/kernel/picture/taken-photo.ts'
import { forgetDrafts } from '#web/rooms/publish/draft-store.ts'

/** Of who has left: what was written and taken, and not yet published. */
export const forgetAllDrafts = (): void => {
  forgetPhotos()
  forgetDrafts()
}
