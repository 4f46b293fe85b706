import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { RestoredNotice } from '#web/ui/RestoredNotice.tsx'
import type { FormSubmission } from '#web/ui/use-form-submission.ts'

export interface PostNoticesProps extends Pick<FormSubmission, 'submitCount' | 'formError'> {
  isGone: boolean
  hasLostPhoto: boolean
  isRestored: boolean
  onDiscard: () => void
}

/** The notices above the fields of the post form. */
export const PostNotices = ({
  isGone,
  hasLostPhoto,
  isRestored,
  onDiscard,
  submitCount,
  formError,
}: PostNoticesProps) => {
  const { t } = useText()
  return (
    <>
      {isGone && (
        <Notice key={submitCount} kind="danger" icon="circle-alert" pinned>
          {t('publish.gone.still')}
          {hasLostPhoto && (
            <>
              <br />
              {t('publish.gone.photo')}
            </>
          )}
        </Notice>
      )}
      {isRestored && (
        <RestoredNotice text={t('publish.draft.restored')} label={t('publish.draft.discard')} onDiscard={onDiscard} />
      )}
      {formError !== null && (
        <Notice key={submitCount} kind="danger" icon="circle-alert" pinned>
          {formError}
          <br />
          {t('publish.still')}
        </Notice>
      )}
    </>
  )
}
