import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { putEvent } from '#web/features/feed/feed.live.ts'
import { PublishTemplateView } from '#web/features/publish/PublishTemplateView.tsx'
import { useTitle } from '../../-frame/title.ts'
import { Preview } from '../../-publish/Preview.tsx'
import { pathOfKind } from '../../-publish/kinds.ts'
import { useToFeed } from '../../-publish/to-feed.ts'
import { mayPublishKind } from '../../-publish/select.ts'
import { mustBeOffered, mustTakePart, searchText } from '../../-frame/entry.ts'

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
    : ({ to: mayPublishKind(session, 'Activity') ? pathOfKind.Activity : '/$c/actualites', params } as const)
  const leave = () => {
    if (canGoBack) router.history.back()
    else void navigate({ ...back, replace: true })
  }
  const toFeed = useToFeed(community.customUri)
  const published = (event: LiveEvent, here: boolean) => {
    putEvent(queryClient, event)
    if (here) toFeed()
  }
  return (
    <PublishTemplateView
      key={templateId}
      community={community}
      me={session}
      templateId={templateId}
      dealId={goodDealId}
      back={back}
      preview={post => <Preview post={post} community={community} reader={session} />}
      onPublished={published}
      onLater={toFeed}
      onLeave={leave}
    />
  )
}

export const Route = createFileRoute('/$c/_app/actualites_/parametres-publication')({
  validateSearch: (raw: Record<string, unknown>): { templateId: string; goodDealId?: string } => ({
    templateId: searchText(raw, 'templateId') ?? '',
    goodDealId: searchText(raw, 'goodDealId'),
  }),
  beforeLoad: visit => {
    mustTakePart(visit.context.session.abilities.publish, visit)
    mustBeOffered(visit.search.templateId, visit.params)
  },
  loader: () => loadTexts('templates', 'publish', 'feed', 'post'),
  staticData: { innerOf: 'live', ahead: ['templates', 'publish'], roomy: true },
  component: Screen,
})
