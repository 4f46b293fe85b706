import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { SUBTYPE_POST, type Template } from '@parvis/contract/templates.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { withTexts, useText } from '#web/kernel/text/i18n.ts'
import { TemplateMenu } from '#web/features/publish/components/TemplateMenu.tsx'
import { TemplateSelectView } from '#web/features/publish/SelectView.tsx'
import { templateName, type TileType } from '#web/features/publish/template-tiles.ts'
import { useTitle } from '../frame/screen.ts'
import { chosen } from '#web/features/publish/use-go-to-feed.ts'
import { kindsFor, pathOfKind } from '#web/features/publish/kinds.ts'

const AlertToggle = lazy(async () => ({
  default: (await withTexts(import('#web/features/notifications/components/AlertToggle.tsx'), 'notifications'))
    .AlertToggle,
}))

export interface SelectScreenProps {
  kind: TileType
  community: Community
  session: SessionUser
  search: string
}

/** One of the three screens of template tiles, each with its own address. */
export const SelectScreen = ({ kind, community, session, search }: SelectScreenProps) => {
  const { t, language } = useText()
  const navigate = useNavigate()
  const params = { c: community.customUri }
  const formRoute = '/$c/actualites/creation-modele' as const
  useTitle(t(`templates.kind.${kind}`), community.name)
  return (
    <TemplateSelectView
      community={community}
      kind={kind}
      kinds={kindsFor(session)}
      onKindChange={next => void navigate({ to: pathOfKind[next], params, replace: next !== 'Post' })}
      search={search}
      onSearch={text =>
        void navigate({
          to: pathOfKind[kind],
          params,
          search: { search: text || undefined },
          replace: true,
          resetScroll: false,
        })
      }
      targetOf={(template: Template) =>
        template.subtype === SUBTYPE_POST
          ? { to: '/$c/actualites/edition-publication', params, search: { templateId: template._id }, state: chosen }
          : { to: '/$c/actualites/parametres-publication', params, search: { templateId: template._id }, state: chosen }
      }
      newTemplateTarget={
        session.abilities.createTemplate
          ? categoryId => ({ to: formRoute, params, search: { type: kind, categoryId }, state: chosen })
          : undefined
      }
      alertSwitches={
        session.abilities.beTold
          ? {
              renderForTemplate: template =>
                template.acceptNotif && (
                  <Suspense>
                    <AlertToggle
                      templateId={template._id}
                      categoryId={template.categoryId}
                      name={templateName(template, language)}
                    />
                  </Suspense>
                ),
              renderForCategory: ({ category, templates }) =>
                templates.some(({ acceptNotif }) => acceptNotif) && (
                  <Suspense>
                    <AlertToggle categoryId={category._id} name={templateName(category, language)} />
                  </Suspense>
                ),
            }
          : undefined
      }
      renderTemplateMenu={template =>
        template.abilities.edit && (
          <TemplateMenu
            template={template}
            onEdit={() => void navigate({ to: formRoute, params, search: { id: template._id }, state: chosen })}
          />
        )
      }
    />
  )
}
