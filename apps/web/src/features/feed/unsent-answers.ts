import { answerEvent, type LiveEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { call } from '#web/kernel/http/api.ts'
import { outbox, type Sender } from '#web/kernel/outbox/outbox.ts'
import type { ToSend } from '#web/kernel/outbox/waiting.ts'
import { sendLater } from '#web/ui/send-later.ts'
import type { AnswersLater } from './answer-later.ts'
import { headlineOf } from './headline.ts'
import type { Posts } from './posts.store.ts'

declare module '#web/kernel/outbox/waiting.ts' {
  interface Unsent {
    /** The final state of the answer to a post: a later one replaces those before. */
    answer: { eventId: string; interested: boolean }
  }
}

const placeOf = (eventId: string) => `answer ${eventId}`

const unsentAnswer = (post: LiveEvent, interested: boolean): ToSend<'answer'> => ({
  kind: 'answer',
  id: placeOf(post._id),
  place: placeOf(post._id),
  payload: { eventId: post._id, interested },
  about: headlineOf(post, currentLanguage()).text,
})

/** Queues answers in the outbox. */
export const laterInOutbox: AnswersLater = {
  answerLater: async post => (await sendLater(unsentAnswer(post, !post.interested))) !== null,
  goesAfterAnother: post => {
    if (!outbox.holds(placeOf(post._id))) return false
    void sendLater(unsentAnswer(post, !post.interested))
    return true
  },
}

/** Sends queued answers, and shows them optimistically on their posts. */
export const answerSender = (posts: () => Posts, onSent: (post: LiveEvent) => void): Sender<'answer', LiveEvent> => ({
  send: ({ me, payload: { eventId: id, interested } }, { signal }) =>
    call(interested ? answerEvent : withdrawAnswer, { params: { id }, signal, as: me }),
  onSent,
  show: ({ me, payload: { eventId, interested } }) =>
    posts().begin(eventId, { kind: 'answer', userId: me, interested, waits: true }),
})
