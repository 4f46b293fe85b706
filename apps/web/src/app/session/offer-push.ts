import type { SessionUser } from '@parvis/contract/session.ts'

/** Offers push notifications after a profile is saved. Loaded in the background; a failure is ignored. */
export const offerPushAfterSave = (user: SessionUser): void => {
  import('#web/features/push/offer-push.ts').then(({ offerPush }) => offerPush(user)).catch(() => {})
}
