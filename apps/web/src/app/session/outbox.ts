import type { FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { live } from '#web/kernel/live/live.ts'
import { outbox, type Sender } from '#web/kernel/outbox/outbox.ts'
import type { UnsentKind } from '#web/kernel/outbox/pending.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { setOfflineAnswers } from '#web/features/feed/offline-answers.ts'
import { answerSender, outboxAnswers } from '#web/features/feed/unsent-answers.ts'
import { applyPost } from '#web/features/feed/feed.live.ts'
import { feedKeys } from '#web/features/feed/feed.queries.ts'
import { postStoreOf } from '#web/features/feed/posts.store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { showToast } from '#web/ui/toasts.ts'

/** A sender whose module is loaded only when there is an item of its kind to send. */
const lazySender = <K extends UnsentKind, Answer extends { _id: string }>(
  load: () => Promise<Sender<K, Answer>>,
): Sender<K, Answer> => {
  let loading: Promise<Sender<K, Answer>> | undefined
  const loadSender = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
  return {
    send: async (item, attempt) => (await loadSender()).send(item, attempt),
    onSent: (answer, item) => void loadSender().then(({ onSent }) => onSent(answer, item)),
  }
}

/** Registers the senders; sends pending items now and whenever the server is reachable again. Called once. */
export const startOutbox = (queryClient: QueryClient): void => {
  const posts = () => postStoreOf(queryClient)
  const showSent = (key: 'outbox.sent.post' | 'outbox.sent.profile' | 'outbox.sent.report') =>
    void loadTexts('outbox').then(
      () => showToast({ text: t(key), cause: key }),
      () => {},
    )
  const onPublished = (event: FeedPost) => {
    applyPost(queryClient, event)
    showSent('outbox.sent.post')
  }
  const loadPublish = () => import('#web/features/publish/pending-posts.ts')
  outbox.registerSender(
    'post',
    lazySender(async () => (await loadPublish()).postSender(onPublished)),
  )
  outbox.registerSender(
    'publication',
    lazySender(async () => (await loadPublish()).publicationSender(onPublished)),
  )
  outbox.registerSender(
    'answer',
    answerSender(posts, event => {
      posts().addFetched([event])
      void queryClient.invalidateQueries({ queryKey: feedKeys.answers(event._id) })
    }),
  )
  outbox.registerSender(
    'report',
    lazySender(async () => {
      const { reportSender } = await import('#web/features/moderation/send-report.ts')
      return reportSender(({ payload: { kind, id } }) => {
        if (kind === 'post') posts().markFlagged(id)
        showSent('outbox.sent.report')
      })
    }),
  )
  outbox.registerSender(
    'profile',
    lazySender(async () => {
      const [{ profileSender }, { profileKeys }] = await Promise.all([
        import('#web/features/profile/pending-profile.ts'),
        import('#web/features/profile/profile.queries.ts'),
      ])
      return profileSender(user => {
        queryClient.setQueryData(sessionKeys.current, user)
        void queryClient.invalidateQueries({ queryKey: profileKeys.myProfile() })
        showSent('outbox.sent.profile')
      })
    }),
  )
  setOfflineAnswers(outboxAnswers)
  // Loaded in advance, because the texts about pending items must be available offline.
  loadTexts('outbox').catch(() => {})
  live.on('connected', outbox.retryAll)
  addEventListener('online', outbox.retryAll)
}

/** Opens the outbox of the signed-in member; items of other users are neither sent nor shown. */
export const openOutbox = (queryClient: QueryClient): Promise<void> =>
  outbox.open(queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?._id ?? null)
