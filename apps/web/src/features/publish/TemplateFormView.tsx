import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { draftKey } from '#web/kernel/device/drafts.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { FormFallback } from '#web/ui/FormFallback.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { TopBar } from '#web/ui/TopBar.tsx'
import { TemplateForm, type TemplateFormProps } from './components/TemplateForm.tsx'
import { isTemplateGone } from './publish-errors.ts'
import { draftOfTemplate, newTemplateDraft, templateDrafts } from './template-draft.ts'
import type { TileType } from './template-tiles.ts'
import { categoriesQuery, templateQuery } from './templates.queries.ts'

export interface TemplateFormViewProps extends Pick<
  TemplateFormProps,
  'community' | 'me' | 'renderPreview' | 'onSaved' | 'onLeave'
> {
  /** Id of the template to edit; absent for a new template. */
  templateId?: string
  /** Type and category with which the form of a new template starts. */
  type: TileType
  categoryId?: string
  back: Target
}

/** Form with which the team creates or edits a template. */
export const TemplateFormView = (props: TemplateFormViewProps) => (
  <TemplateEditor key={draftKey(props.me._id, props.templateId)} {...props} />
)

const TemplateEditor = (props: TemplateFormViewProps) => {
  const { t } = useText()
  const { community, me, templateId, type, categoryId, back } = props
  const categories = useQuery(categoriesQuery(community._id))
  const edited = useQuery({ ...templateQuery(community._id, templateId ?? ''), enabled: templateId !== undefined })
  const draftOwner = draftKey(me._id, templateId)
  /** Incremented when the draft is discarded, which resets the form. */
  const [resetCount, setResetCount] = useState(0)
  const isUnavailable = isTemplateGone(edited.error) || (edited.data && !edited.data.abilities.edit)
  const canEdit = categories.data && !isUnavailable && (!templateId || edited.data?.abilities.edit)
  const initial = edited.data ? draftOfTemplate(edited.data) : newTemplateDraft(type, categoryId)
  const [returnedFromCamera] = useState(() => isAtCamera('template'))
  return (
    <>
      <TopBar
        title={t(templateId ? 'templates.form.edit' : 'templates.form.new')}
        backTarget={back}
        endContent={<Badge>{t('templates.form.team')}</Badge>}
      />
      {canEdit && categories.data ? (
        <TemplateForm
          key={resetCount}
          {...props}
          draftOwner={draftOwner}
          initialDraft={initial}
          returnedFromCamera={returnedFromCamera}
          savedTemplate={edited.data ?? null}
          categories={categories.data}
          onDiscard={() => {
            templateDrafts(draftOwner).save(null)
            setResetCount(resetCount + 1)
          }}
        />
      ) : (
        <FormFallback
          unavailable={
            isUnavailable
              ? {
                  title: t('templates.gone'),
                  text: t('templates.gone.text'),
                  action: <ButtonLink {...back}>{t('templates.gone.act')}</ButtonLink>,
                }
              : null
          }
          queries={[categories, ...(templateId ? [edited] : [])]}
          failedTitle={t('templates.failed.title')}
        />
      )}
    </>
  )
}
