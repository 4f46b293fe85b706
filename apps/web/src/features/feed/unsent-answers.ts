import { answerEvent, type FeedPost, withdrawAnswer } from '@parvis/contract/feed.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { call } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { Sender } from '#web/kernel/outbox/sender.ts'
import type { OutgoingItem } from '#web/kernel/outbox/pending.ts'
import { queueSend } from '#web/ui/queue-send.ts'
import type { OfflineAnswers } from './offline-answers.ts'
import { headlineOf } from './headline.ts'
import type { PostStore } from './posts.store.ts'

declare module '#web/kernel/outbox/pending.ts' {
  interface UnsentPayloads {
    /** The member’s latest answer to an event; in the outbox a newer item replaces the older one for the same event. */
    answer: { eventId: string; interested: boolean }
  }
}

const queueKeyOf = (eventId: string) => `answer ${eventId}`

const unsentAnswer = (post: FeedPost, interested: boolean): OutgoingItem<'answer'> => ({
  kind: 'answer',
  id: queueKeyOf(post._id),
  place: queueKeyOf(post._id),
  payload: { eventId: post._id, interested },
  about: headlineOf(post, currentLanguage()).text,
})

export const outboxAnswers: OfflineAnswers = {
  queueAnswer: async post => (await queueSend(unsentAnswer(post, !post.interested))) !== null,
  replacePendingAnswer: post => {
    if (!outbox.hasPending(queueKeyOf(post._id))) return false
    void queueSend(unsentAnswer(post, !post.interested))
    return true
  },
}

/** Sends queued answers, and shows them on their posts optimistically. */
export const answerSender = (posts: () => PostStore, onSent: (post: FeedPost) => void): Sender<'answer', FeedPost> => ({
  send: ({ me, payload: { eventId: id, interested } }, { signal }) =>
    call(interested ? answerEvent : withdrawAnswer, { params: { id }, signal, as: me }),
  onSent,
  display: ({ me, payload: { eventId, interested } }) =>
    posts().beginAction(eventId, { kind: 'answer', userId: me, interested, waits: true }),
})
