import type { FeedPost } from '@parvis/contract/feed.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { applyPost } from '#web/features/feed/feed.live.ts'
import { PublishTemplateView } from '#web/features/publish/PublishTemplateView.tsx'
import { useTitle } from '#web/app/frame/title.ts'
import { Preview } from '#web/app/publish/Preview.tsx'
import { canPublishKind, pathOfKind } from '#web/features/publish/kinds.ts'
import { useGoToFeed } from '#web/features/publish/use-go-to-feed.ts'
import { redirectToFeedUnless, requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = Route.useNavigate()
  const { session } = Route.useRouteContext()
  const { templateId, goodDealId } = Route.useSearch()
  const community = app.useLoaderData()
  const params = { c: community.customUri }
  useTitle(t('templates.yours'), community.name)
  const back = goodDealId
    ? ({ to: '/$c/annonce', params, search: { id: goodDealId } } as const)
    : ({ to: canPublishKind(session, 'Activity') ? pathOfKind.Activity : '/$c/actualites', params } as const)
  const leave = () => {
    if (canGoBack) router.history.back()
    else void navigate({ ...back, replace: true })
  }
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
      onLeave={leave}
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
