import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { PostErrors } from '../use-post-errors.ts'

export interface PostNoticesProps extends Pick<PostErrors, 'attempt' | 'formError'> {
  isGone: boolean
  lostPhoto: boolean
  restored: boolean
  onDiscard: () => void
}

/** What the post form says above its fields. */
export const PostNotices = ({ isGone, lostPhoto, restored, onDiscard, attempt, formError }: PostNoticesProps) => {
  const { t, explain } = useText()
  return (
    <>
      {isGone && (
        <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
          {t('publish.gone.still')}
          {lostPhoto && (
            <>
              <br />
              {t('publish.gone.photo')}
            </>
          )}
        </Notice>
      )}
      {restored && (
        <Notice
          kind="calm"
          icon="clock"
          action={
            <Button kind="quiet" size="s" onClick={onDiscard}>
              {t('publish.draft.discard')}
            </Button>
          }
        >
          {t('publish.draft.restored')}
        </Notice>
      )}
      {formError !== null && (
        <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
          {explain(formError)}
          <br />
          {t('publish.still')}
        </Notice>
      )}
    </>
  )
}
