import type { Template } from '@parvis/contract/templates.ts'
import type { Community } from '@parvis/contract/community.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { draftOwner } from '#web/kernel/device/drafts.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { Main } from '#web/ui/Main.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed } from '#web/ui/Trouble.tsx'
import { TemplateForm } from './components/TemplateForm.tsx'
import { isGone } from './publication-errors.ts'
import { draftOfTemplate, newTemplateDraft } from './template-draft.ts'
import { findTemplateDraft, keepTemplateDraft } from './template-draft-store.ts'
import type { TileType } from './template-tiles.ts'
import { categoriesQuery, templateQuery } from './templates.queries.ts'

export interface TemplateFormViewProps {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'communitytype' | 'membersCount' | 'timezone'>
  me: SessionUser
  /** The template to edit. */
  id?: string
  /** Type and category of a new template, until its author chooses others. */
  type: TileType
  categoryId?: string
  back: Target
  preview: (post: LiveEvent) => ReactNode
  onSaved: (template: Template) => void
  onLeave: () => void
}

/** The form of a template of the team: a new one, or one to edit. */
export const TemplateFormView = (props: TemplateFormViewProps) => (
  <OneTemplate key={draftOwner(props.me._id, props.id)} {...props} />
)

const OneTemplate = (props: TemplateFormViewProps) => {
  const { t } = useText()
  const { community, me, id, type, categoryId, back } = props
  const categories = useQuery(categoriesQuery(community._id))
  const edited = useQuery({ ...templateQuery(community._id, id ?? ''), enabled: id !== undefined })
  const owner = draftOwner(me._id, id)
  /** Raised when the draft is discarded, so that the form starts over. */
  const [round, setRound] = useState(0)
  const needed = [categories, ...(id ? [edited] : [])]
  const failed = needed.find(query => stateOf(query) === 'failed')
  const gone = isGone(edited.error) || (edited.data && !edited.data.abilities.edit)
  const isThere = categories.data && !gone && (!id || edited.data?.abilities.edit)
  const untouched = edited.data ? draftOfTemplate(edited.data) : newTemplateDraft(type, categoryId)
  /** The draft when the screen was opened: what is written from then on is not restored. */
  const [begun, setBegun] = useState(() => findTemplateDraft(owner))
  const [cameBack] = useState(() => isAtCamera('template'))
  return (
    <>
      <TopBar
        title={t(id ? 'templates.form.edit' : 'templates.form.new')}
        back={back}
        end={<Badge>{t('templates.form.team')}</Badge>}
      />
      {isThere && categories.data ? (
        <TemplateForm
          key={round}
          {...props}
          owner={owner}
          start={begun ?? untouched}
          restored={begun !== null && !cameBack}
          stored={edited.data ?? null}
          categories={categories.data}
          onDiscard={() => {
            keepTemplateDraft(owner, null)
            setBegun(null)
            setRound(round + 1)
          }}
        />
      ) : (
        <Main>
          {gone ? (
            <Card>
              <Empty
                picture="door"
                title={t('templates.gone')}
                text={t('templates.gone.text')}
                action={<ButtonLink {...back}>{t('templates.gone.act')}</ButtonLink>}
              />
            </Card>
          ) : failed ? (
            <Failed
              query={{ ...failed, refetch: () => needed.forEach(query => void query.refetch()) }}
              title={t('templates.failed.title')}
            />
          ) : (
            <SlowLoading>
              <SkeletonCard photo={false} />
            </SlowLoading>
          )}
        </Main>
      )}
    </>
  )
}
