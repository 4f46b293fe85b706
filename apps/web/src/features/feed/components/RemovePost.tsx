import type { FeedPost } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import { useRemovePost } from '../remove-post.ts'

export interface RemovePostProps {
  post: FeedPost
  onClose: () => void
  /** Closes the dialog, then runs the callback that removes the card from the screen. */
  onRemove: (removeCard: () => void) => void
  /** Opens the dialog that cancels the event instead. */
  onCancelEvent: () => void
}

/** Dialog that deletes a post. For an event with answers it also offers to cancel the event. */
export const RemovePost = ({ post, onClose, onRemove, onCancelEvent }: RemovePostProps) => {
  const { t } = useText()
  const { mutate } = useRemovePost()
  const remove = () => onRemove(() => mutate(post))
  if (!post.abilities.move || post.interestedCount === 0)
    return (
      <ConfirmDialog
        title={t('postacts.remove.title')}
        text={t('postacts.remove.text')}
        confirmLabel={t('postacts.remove.yes')}
        icon="trash"
        onConfirm={remove}
        onClose={onClose}
      />
    )
  return (
    <Dialog alert size="m" title={t('postacts.remove.title')} onClose={onClose}>
      <p>{t('postacts.remove.dated', { count: post.interestedCount })}</p>
      <div className={dialog.acts}>
        <Button data-autofocus onClick={onClose}>
          {t('postacts.calloff.keep')}
        </Button>
        <Button icon="calendar-x" onClick={onCancelEvent}>
          {t('postacts.calloff.instead')}
        </Button>
        <Button kind="danger" icon="trash" onClick={remove}>
          {t('postacts.remove.yes')}
        </Button>
      </div>
    </Dialog>
  )
}
