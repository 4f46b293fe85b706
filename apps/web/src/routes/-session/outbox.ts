import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { live } from '#web/kernel/live/live.ts'
import { outbox, type Sender } from '#web/kernel/outbox/outbox.ts'
import type { UnsentKind } from '#web/kernel/outbox/waiting.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { setAnswersLater } from '#web/features/feed/answer-later.ts'
import { answerSender, laterInOutbox } from '#web/features/feed/unsent-answers.ts'
import { putEvent } from '#web/features/feed/feed.live.ts'
import { feedKeys } from '#web/features/feed/feed.queries.ts'
import { postsIn } from '#web/features/feed/posts.store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { showToast } from '#web/ui/toasts.ts'

/** A sender whose module is loaded only when an item of its kind is to be sent. */
const fetched = <K extends UnsentKind, Answer extends { _id: string }>(
  load: () => Promise<Sender<K, Answer>>,
): Sender<K, Answer> => {
  let part: Promise<Sender<K, Answer>> | undefined
  const loaded = () =>
    (part ??= load().catch((error: unknown) => {
      part = undefined
      throw error
    }))
  return {
    send: async (waiting, attempt) => (await loaded()).send(waiting, attempt),
    onSent: (answer, waiting) => void loaded().then(({ onSent }) => onSent(answer, waiting)),
  }
}

/** Registers the senders, and sends pending items now and whenever the server is reachable again. Called once. */
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
  const publish = () => import('#web/features/publish/unsent.ts')
  outbox.serve(
    'post',
    fetched(async () => (await publish()).postSender(published)),
  )
  outbox.serve(
    'publication',
    fetched(async () => (await publish()).publicationSender(published)),
  )
  outbox.serve(
    'answer',
    answerSender(posts, event => {
      posts().read([event])
      void queryClient.invalidateQueries({ queryKey: feedKeys.answers(event._id) })
    }),
  )
  outbox.serve(
    'report',
    fetched(async () => {
      const { reportSender } = await import('#web/features/moderation/send-report.ts')
      return reportSender(({ payload: { kind, id } }) => {
        if (kind === 'post') posts().flag(id)
        tell('outbox.sent.report')
      })
    }),
  )
  outbox.serve(
    'profile',
    fetched(async () => {
      const [{ profileSender }, { profileKeys }] = await Promise.all([
        import('#web/features/profile/unsent-profile.ts'),
        import('#web/features/profile/profile.queries.ts'),
      ])
      return profileSender(user => {
        queryClient.setQueryData(sessionKeys.current, user)
        void queryClient.invalidateQueries({ queryKey: profileKeys.mine() })
        tell('outbox.sent.profile')
      })
    }),
  )
  setAnswersLater(laterInOutbox)
  // The texts about pending items must be available without a network.
  loadTexts('outbox').catch(() => {})
  live.on('connected', outbox.wake)
  addEventListener('online', outbox.wake)
}

/** Opens the outbox of the signed-in member; items of other users are neither sent nor shown. */
export const openOutbox = (queryClient: QueryClient): Promise<void> =>
  outbox.open(queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?._id ?? null)
