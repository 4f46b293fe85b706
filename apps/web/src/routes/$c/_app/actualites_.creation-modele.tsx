import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import type { TileType } from '#web/features/publish/template-tiles.ts'
import { TemplateFormView } from '#web/features/publish/TemplateFormView.tsx'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'
import { Preview } from '#web/app/publish/Preview.tsx'
import { pathOfKind } from '#web/features/publish/kinds.ts'
import { useGoToFeed } from '#web/features/publish/use-go-to-feed.ts'
import { requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'
import { useGoBack } from '#web/app/frame/use-go-back.ts'

interface FormSearch {
  id?: string
  type?: TileType
  categoryId?: string
}

const Screen = () => {
  const { id, type = 'Template', categoryId } = Route.useSearch()
  const { community, session } = useMember()
  const params = { c: community.customUri }
  const toFeed = useGoToFeed(community.customUri)
  const back = { to: pathOfKind[type], params } as const
  useTextTitle(id ? 'templates.form.edit' : 'templates.form.new', community)
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
      onLeave={useGoBack(back)}
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
  loader: () => loadTexts('publish', 'media', 'feed'),
  staticData: { innerOf: 'live', usesAsideSpace: true },
  component: Screen,
})
