import type { FeedPost } from '@parvis/contract/feed.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { applyPost } from '#web/features/feed/feed.live.ts'
import { PublishTemplateView } from '#web/features/publish/PublishTemplateView.tsx'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'
import { Preview } from '#web/app/publish/Preview.tsx'
import { canPublishKind, pathOfKind } from '#web/features/publish/kinds.ts'
import { useGoToFeed } from '#web/features/publish/use-go-to-feed.ts'
import { redirectToFeedUnless, requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'
import { useGoBack } from '#web/app/frame/use-go-back.ts'

const Screen = () => {
  const queryClient = useQueryClient()
  const { templateId, goodDealId } = Route.useSearch()
  const { community, session } = useMember()
  const params = { c: community.customUri }
  useTextTitle('templates.yours', community)
  const back = goodDealId
    ? ({ to: '/$c/annonce', params, search: { id: goodDealId } } as const)
    : ({ to: canPublishKind(session, 'Activity') ? pathOfKind.Activity : '/$c/actualites', params } as const)
  const toFeed = useGoToFeed(community.customUri)
  const onPublished = (event: FeedPost, isOnScreen: boolean) => {
    applyPost(queryClient, event)
    if (isOnScreen) toFeed()
  }
  return (
    <PublishTemplateView
      key={templateId}
      community={community}
      me={session}
      templateId={templateId}
      dealId={goodDealId}
      back={back}
      renderPreview={post => <Preview post={post} community={community} viewer={session} />}
      onPublished={onPublished}
      onQueued={toFeed}
      onLeave={useGoBack(back)}
    />
  )
}

export const Route = createFileRoute('/$c/_app/actualites_/parametres-publication')({
  validateSearch: (raw: Record<string, unknown>): { templateId: string; goodDealId?: string } => ({
    templateId: readSearchParam(raw, 'templateId') ?? '',
    goodDealId: readSearchParam(raw, 'goodDealId'),
  }),
  beforeLoad: visit => {
    requireAbility(visit.context.session.abilities.publish, visit)
    redirectToFeedUnless(visit.search.templateId, visit.params)
  },
  loader: () => loadTexts('publish', 'feed'),
  staticData: { innerOf: 'live', usesAsideSpace: true },
  component: Screen,
})
