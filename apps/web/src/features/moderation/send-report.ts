import { flagMessage } from '@parvis/contract/chat.ts'
import { flagDeal } from '@parvis/contract/deals.ts'
import { flagEvent } from '@parvis/contract/feed.ts'
import { flagUser } from '@parvis/contract/profile.ts'
import { call } from '#web/kernel/http/api.ts'
import type { Sender } from '#web/kernel/outbox/outbox.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'

const endpoints = { post: flagEvent, message: flagMessage, deal: flagDeal, user: flagUser }

/** The outbox sender of reports that were written offline. */
export const reportSender = (onSent: (report: Waiting<'report'>) => void): Sender<'report', { _id: string }> => ({
  send: ({ me, payload: { kind, id, ...why } }, { signal }) =>
    call(endpoints[kind], { params: { id }, body: why, signal, as: me }),
  onSent: (_, report) => onSent(report),
})
