import type { SessionUser } from '@parvis/contract/session.ts'

/** After a profile is saved. What it takes comes then: no screen waits for it, and a failure keeps from nothing. */
export const offerPushTo = (user: SessionUser): void => {
  import('#web/features/push/offer-push.ts').then(({ offerPush }) => offerPush(user)).catch(() => {})
}
