import { createFileRoute, getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import type { TileType } from '#web/features/publish/template-tiles.ts'
import { TemplateFormView } from '#web/features/publish/TemplateFormView.tsx'
import { useTitle } from '#web/app/frame/title.ts'
import { Preview } from '#web/app/publish/Preview.tsx'
import { pathOfKind } from '#web/features/publish/kinds.ts'
import { useGoToFeed } from '#web/features/publish/use-go-to-feed.ts'
import { requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'

const app = getRouteApi('/$c/_app')

interface FormSearch {
  id?: string
  type?: TileType
  categoryId?: string
}

const Screen = () => {
  const { t } = useText()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = Route.useNavigate()
  const { session } = Route.useRouteContext()
  const { id, type = 'Template', categoryId } = Route.useSearch()
  const community = app.useLoaderData()
  const params = { c: community.customUri }
  const toFeed = useGoToFeed(community.customUri)
  const back = { to: pathOfKind[type], params } as const
  useTitle(t(id ? 'templates.form.edit' : 'templates.form.new'), community.name)
  return (
    <TemplateFormView
      key={id ?? ''}
      community={community}
      me={session}
      templateId={id}
      type={type}
      categoryId={categoryId}
      back={back}
      renderPreview={post => <Preview post={post} community={community} viewer={session} />}
      onSaved={toFeed}
      onLeave={() => {
        if (canGoBack) router.history.back()
        else void navigate({ ...back, replace: true })
      }}
    />
  )
}

export const Route = createFileRoute('/$c/_app/actualites_/creation-modele')({
  validateSearch: (raw: Record<string, unknown>): FormSearch => ({
    id: readSearchParam(raw, 'id'),
    type: (['Activity', 'Proposal', 'Template'] as const).find(type => type === raw.type),
    categoryId: readSearchParam(raw, 'categoryId'),
  }),
  beforeLoad: visit => requireAbility(visit.context.session.abilities.createTemplate, visit),
  loader: () => loadTexts('templates', 'publish', 'media', 'feed', 'post'),
  staticData: { innerOf: 'live', usesAsideSpace: true },
  component: Screen,
})
