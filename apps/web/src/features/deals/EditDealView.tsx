import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { draftKey } from '#web/kernel/device/drafts.ts'
import { isNotFound } from '#web/kernel/http/api.ts'
import { useStoredPhoto } from '#web/kernel/picture/draft-photos.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { FormFallback } from '#web/ui/FormFallback.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { TopBar } from '#web/ui/TopBar.tsx'
import { EditDealForm, type EditDealFormProps } from './components/EditDealForm.tsx'
import { dealPhotoKey, deleteDealDraft } from './use-deal-form.ts'
import { dealCategoriesQuery } from './deals.queries.ts'
import { dealTemplatesQuery, editedDealQuery, managedDealsQuery } from './managed-deals.queries.ts'

export interface EditDealViewProps extends Pick<EditDealFormProps, 'community' | 'me' | 'onSaved' | 'onLeave'> {
  /** Id of the deal to edit; absent for a new deal. */
  id?: string
  back: Target
}

/** Form for a new deal, or for a deal that the viewer may edit. */
export const EditDealView = (props: EditDealViewProps) => (
  <DealEditor key={draftKey(props.me._id, props.id)} {...props} />
)

const DealEditor = (props: EditDealViewProps) => {
  const { t } = useText()
  const { community, me, id, back } = props
  const categories = useQuery(dealCategoriesQuery())
  const templates = useQuery(dealTemplatesQuery(community._id))
  const edited = useQuery({ ...editedDealQuery(community._id, id ?? ''), enabled: id !== undefined })
  const managed = useInfiniteQuery({ ...managedDealsQuery(community._id), enabled: id === undefined })
  const owner = draftKey(me._id, id)
  /** Incremented when the draft is discarded, which resets the form. */
  const [formKey, setFormKey] = useState(0)
  const isUnavailable = isNotFound(edited.error) || (edited.data && !edited.data.abilities.edit)
  const storedPhoto = useStoredPhoto(dealPhotoKey(owner))
  const [isBackFromCamera] = useState(() => isAtCamera('deal'))
  const isLoaded =
    categories.data && templates.data && !isUnavailable && (!id || edited.data) && storedPhoto !== undefined
  return (
    <>
      <TopBar title={t(id ? 'dealwriting.edit' : 'dealwriting.new')} backTarget={back} />
      {isLoaded && categories.data && templates.data ? (
        <EditDealForm
          key={formKey}
          {...props}
          draftKey={owner}
          storedPhoto={formKey === 0 ? storedPhoto : null}
          isBackFromCamera={isBackFromCamera}
          savedDeal={edited.data ?? null}
          categories={categories.data}
          templates={templates.data}
          needsApproval={managed.data?.pages[0]?.needsApproval ?? false}
          onDiscard={() => {
            deleteDealDraft(owner)
            setFormKey(formKey + 1)
          }}
        />
      ) : (
        <FormFallback
          unavailable={
            isUnavailable
              ? {
                  title: t('dealwriting.gone'),
                  text: t('dealwriting.gone.text'),
                  action: <ButtonLink {...back}>{t('dealwriting.mine')}</ButtonLink>,
                }
              : null
          }
          queries={[categories, templates, ...(id ? [edited] : [])]}
          failedTitle={t('dealwriting.failed.title')}
        />
      )}
    </>
  )
}
