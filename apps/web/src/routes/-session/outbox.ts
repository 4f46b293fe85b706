import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { live } from '#web/kernel/live/live.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { setAnswersLater } from '#web/rooms/feed/answer-later.ts'
import { answerSender, laterInOutbox } from '#web/rooms/feed/unsent-answers.ts'
import { putEvent } from '#web/rooms/feed/feed.live.ts'
import { feedKeys } from '#web/rooms/feed/feed.queries.ts'
import { postsIn } from '#web/rooms/feed/posts.store.ts'
import { reportSender } from '#web/rooms/moderation/send-report.ts'
import { profileSender } from '#web/rooms/profile/unsent-profile.ts'
import { profileKeys } from '#web/rooms/profile/profile.queries.ts'
import { postSender, publicationSender } from '#web/rooms/publish/unsent.ts'
import { sessionKeys } from '#web/rooms/session/session.queries.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Lets what could not be sent at once go out, now and whenever the server can be reached again. Called once. */
export const startOutbox = (queryClient: QueryClient): void => {
  const posts = () => postsIn(queryClient)
  const tell = (key: 'outbox.sent.post' | 'outbox.sent.profile' | 'outbox.sent.report') =>
    void loadTexts('outbox').then(
      () => showToast({ text: t(key), cause: key }),
      () => {},
    )
  const published = (event: LiveEvent) => {
    putEvent(queryClient, event)
    tell('outbox.sent.post')
  }
  outbox.serve('post', postSender(published))
  outbox.serve('publication', publicationSender(published))
  outbox.serve(
    'answer',
    answerSender(posts, event => {
      posts().read([event])
      void queryClient.invalidateQueries({ queryKey: feedKeys.answers(event._id) })
    }),
  )
  outbox.serve(
    'report',
    reportSender(({ payload: { kind, id } }) => {
      if (kind === 'post') posts().flag(id)
      tell('outbox.sent.report')
    }),
  )
  outbox.serve(
    'profile',
    profileSender(user => {
      queryClient.setQueryData(sessionKeys.current, user)
      void queryClient.invalidateQueries({ queryKey: profileKeys.mine() })
      tell('outbox.sent.profile')
    }),
  )
  setAnswersLater(laterInOutbox)
  // what says that something waits is wanted when nothing can be fetched
  Promise.all([loadTexts('outbox'), import('../-outbox/Unsent.tsx')]).catch(() => {})
  live.on('connected', outbox.wake)
  addEventListener('online', outbox.wake)
}

/** Takes up what the reader has left to be sent; of somebody else nothing is sent, nor shown. */
export const openOutbox = (queryClient: QueryClient): Promise<void> =>
  outbox.open(queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?._id ?? null)
