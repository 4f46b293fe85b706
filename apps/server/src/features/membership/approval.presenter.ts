import type { Notification } from '@parvis/contract/notifications.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { NotificationContent, NotificationDelivery } from '#server/kernel/notification-subject.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'

/** How a notification of an approval is pushed; `decidedPath` is the page of what was decided on. */
export const approvalDelivery = (decidedPath: NotificationDelivery['path']): NotificationDelivery => ({
  ttl: DAY_MS / 1000,
  urgency: 'normal',
  textKey: ({ approval }: Notification) => (approval?.state === 'waiting' ? 'approval.waiting' : 'approval.given'),
  path: notification => (notification.approval?.state === 'waiting' ? 'gestion' : decidedPath(notification)),
})

/** Only staff see the notification of a pending approval. That of a decision is created only for the person concerned. */
export const canSeeApproval = (actor: Actor, { fields }: NotificationContent): boolean =>
  fields.approval?.state !== 'waiting' || isAdminLike(actor.role)
