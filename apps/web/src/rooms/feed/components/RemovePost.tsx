import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './PostDialogs.module.css'

/** Asks before a post is gone for good. Fetched at the first need. */
export const RemovePost = ({ onClose, onRemove }: { onClose: () => void; onRemove: () => void }) => {
  const { t } = useText()
  return (
    <Dialog alert size="m" title={t('post.remove.title')} onClose={onClose}>
      <p className={css.text}>{t('post.remove.text')}</p>
      <div className={css.acts}>
        <Button data-autofocus onClick={onClose}>
          {t('post.cancel')}
        </Button>
        <Button kind="danger" icon="trash" onClick={onRemove}>
          {t('post.remove.yes')}
        </Button>
      </div>
    </Dialog>
  )
}
