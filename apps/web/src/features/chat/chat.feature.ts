import type { OutboxKind, WebFeature } from '#web/ui/feature.ts'
import { neighborsQuery } from './chat.queries.ts'
import { applyPersonHidden } from './hide-person.ts'
import { listenToPresence } from './presence.live.ts'
import { messagesCounter } from './unread-messages.ts'

/** The recipient of a message can no longer be reached. */
const isRecipientGone: OutboxKind<'message'>['isRefusalFinal'] = ({ refused }) =>
  refused?.key === 'forbidden' || refused?.key === 'error404'

/** `startChat` registers the sender, which needs the open conversations. */
const messageKind: OutboxKind<'message'> = {
  kind: 'message',
  icon: 'message-circle',
  label: 'message',
  // Items stored by older versions have no recipient name.
  nameOf: ({ to, payload }, t) =>
    to ? t(`outbox.kind.message.${payload.to ? 'person' : 'group'}`, { to }) : t('outbox.kind.message'),
  copyableTextOf: ({ payload }) => payload.text,
  isRefusalShown: ({ place }) => document.querySelector<HTMLElement>('[role="log"]')?.dataset.place === place,
  refusalTexts: ['chat'],
  refusalReasonOf: (item, t) => (isRecipientGone(item) ? t('outbox.refused', { why: t('outbox.refused.shut') }) : null),
  isRefusalFinal: isRecipientGone,
}

export const chat: WebFeature = {
  outbox: [messageKind],
  live: ({ queryClient, live, viewer }) => {
    listenToPresence(queryClient, live)
    messagesCounter.set(viewer()?.notRead ?? 0)
  },
  resetCounts: user => messagesCounter.set(user?.notRead ?? 0),
  hidePerson: applyPersonHidden,
  loadFirst: async (queryClient, { abilities }) =>
    abilities.chat && queryClient.query({ ...neighborsQuery(), staleTime: 'static' }),
}
