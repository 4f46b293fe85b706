import type { FeedPost } from '@parvis/contract/feed.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { communityQuery } from '#web/features/community/community.queries.ts'
import { applyPost } from '#web/features/feed/feed.live.ts'
import { postStoreOf } from '#web/features/feed/posts.store.ts'
import { PublishView } from '#web/features/publish/PublishView.tsx'
import { useMember, useTitle } from '#web/app/frame/screen.ts'
import { useGoToFeed } from '#web/features/publish/use-go-to-feed.ts'
import { requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'
import { useGoBack } from '#web/app/frame/use-go-back.ts'

const Screen = () => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const { id, templateId } = Route.useSearch()
  const { c } = Route.useParams()
  const { state } = useLocation()
  const { community: loadedCommunity, session } = useMember()
  const { data: community = loadedCommunity } = useQuery(communityQuery(c))
  /** The id of a post that was deleted while it was edited: the form then creates a new post. */
  const [deleted, setDeleted] = useState<string>()
  const title = t(id && id !== deleted ? 'publish.title.edit' : 'publish.title')
  useTitle(title, community.name)

  const leave = useGoBack({ to: '/$c/actualites', params: { c } })
  const toFeed = useGoToFeed(c)
  const onPublished = (event: FeedPost, isOnScreen: boolean) => {
    applyPost(queryClient, event)
    if (!isOnScreen) return
    if (id === event._id) leave()
    else toFeed()
  }
  return (
    <PublishView
      key={id ?? templateId ?? ''}
      title={title}
      community={community}
      userId={session._id}
      me={session}
      postId={id}
      lastLoadedPost={id ? postStoreOf(queryClient).get(id) : undefined}
      templateId={templateId}
      isShared={state.shared}
      onDeleted={() => setDeleted(id)}
      onPublished={onPublished}
      onQueued={toFeed}
      onLeave={leave}
    />
  )
}

export const Route = createFileRoute('/$c/_app/actualites_/edition-publication')({
  validateSearch: (raw: Record<string, unknown>): { id?: string; templateId?: string; shared?: string } => ({
    id: readSearchParam(raw, 'id'),
    templateId: readSearchParam(raw, 'templateId'),
    shared: readSearchParam(raw, 'shared'),
  }),
  beforeLoad: async visit => {
    const { context, search, preload } = visit
    const { publish, post } = context.session.abilities
    // Posts made from a template are edited here too, even where members may not write posts without one.
    requireAbility(search.id ? publish : post, visit)
    if (search.shared && !preload)
      await import('#web/features/publish/consume-shared.ts').then(({ consumeShared }) =>
        consumeShared(context.session._id, visit),
      )
  },
  loader: ({ context: { queryClient }, params: { c } }) => {
    // Refetched, because a community that was loaded before log-in lacks its channels.
    queryClient.query({ ...communityQuery(c), staleTime: 0 }).catch(() => {})
    return loadTexts('publish', 'media')
  },
  staticData: { innerOf: 'live' },
  component: Screen,
})
