import type { OutboxKind, WebFeature } from '#web/ui/feature.ts'
import { hideAuthor, subscribeToFeed } from './feed.live.ts'
import { clearNewPosts } from './feed.new-posts.ts'
import { feedKeys, feedQuery } from './feed.queries.ts'
import { setOfflineAnswers } from './offline-answers.ts'
import { postStoreOf } from './posts.store.ts'
import { answerSender, outboxAnswers } from './unsent-answers.ts'

const answerKind: OutboxKind<'answer'> = {
  kind: 'answer',
  icon: 'hand',
  label: 'answer',
  nameOf: ({ payload }, t) => t(`outbox.kind.answer${payload.interested ? '' : '.withdrawn'}`),
  sender: ({ queryClient }) =>
    answerSender(
      () => postStoreOf(queryClient),
      event => {
        postStoreOf(queryClient).addFetched([event])
        void queryClient.invalidateQueries({ queryKey: feedKeys.answers(event._id) })
      },
    ),
  goneTextOf: () => 'outbox.refused.gone.post',
  refusalTexts: ['feed'],
}

export const feed: WebFeature = {
  outbox: [answerKind],
  live: ({ queryClient, live, viewer }) => {
    subscribeToFeed(queryClient, live, () => viewer()?._id)
    setOfflineAnswers(outboxAnswers)
  },
  resetCounts: clearNewPosts,
  clear: queryClient => postStoreOf(queryClient).clear(),
  hidePerson: hideAuthor,
  loadFirst: (queryClient, { communityId }) =>
    queryClient.infiniteQuery({ ...feedQuery(communityId, {}), staleTime: 'static' }),
}
