import { flagMessage } from '@parvis/contract/chat.ts'
import { flagDeal } from '@parvis/contract/deals.ts'
import { flagEvent } from '@parvis/contract/feed.ts'
import { flagUser } from '@parvis/contract/profile.ts'
import { call } from '#web/kernel/http/api.ts'
import type { Sender } from '#web/kernel/outbox/sender.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'

const endpoints = { post: flagEvent, message: flagMessage, deal: flagDeal, user: flagUser }

/** The outbox sender of reports that were written offline. */
export const reportSender = (onSent: (report: PendingItem<'report'>) => void): Sender<'report', { _id: string }> => ({
  send: ({ me, payload: { kind, id, ...body } }, { signal }) =>
    call(endpoints[kind], { params: { id }, body: body, signal, as: me }),
  onSent: (_, report) => onSent(report),
})
