import { useText } from '#web/kernel/text/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'

/** Asks before a post is gone for good. Fetched at the first need. */
export const RemovePost = ({ onClose, onRemove }: { onClose: () => void; onRemove: () => void }) => {
  const { t } = useText()
  return (
    <Confirm
      title={t('post.remove.title')}
      text={t('post.remove.text')}
      yes={t('post.remove.yes')}
      icon="trash"
      onYes={onRemove}
      onClose={onClose}
    />
  )
}
