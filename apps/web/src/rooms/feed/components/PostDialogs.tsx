import { MAX_REASON_LENGTH } from '@parvis/contract/feed.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useState, type FormEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import css from './PostDialogs.module.css'

export interface PostDialog {
  kind: 'remove' | 'flag'
  post: LiveEvent
}

export interface PostDialogsProps extends PostDialog {
  onClose: () => void
  onRemove: (post: LiveEvent) => void
  onFlag: (post: LiveEvent, reason: string) => void
}

/** What is asked before something happens to a post. Fetched at the first need. */
export const PostDialogs = ({ kind, post, onClose, onRemove, onFlag }: PostDialogsProps) => {
  if (kind === 'flag') return <FlagDialog id={post._id} onClose={onClose} onFlag={reason => onFlag(post, reason)} />
  return <RemoveDialog onClose={onClose} onRemove={() => onRemove(post)} />
}

const RemoveDialog = ({ onClose, onRemove }: { onClose: () => void; onRemove: () => void }) => {
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

/** What was typed and not sent, by post: a dialog that is closed by the way back has it still. */
const reasons = new Map<string, string>()

const FlagDialog = ({ id, onClose, onFlag }: { id: string; onClose: () => void; onFlag: (reason: string) => void }) => {
  const { t } = useText()
  const [reason, setReason] = useState(() => reasons.get(id) ?? '')
  const write = (typed: string) => {
    setReason(typed)
    reasons.set(id, typed)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    reasons.delete(id)
    onFlag(reason)
  }
  return (
    <Dialog size="m" title={t('post.flag.title')} onClose={onClose}>
      <form className={css.form} onSubmit={send}>
        <p className={css.text}>{t('post.flag.text')}</p>
        <Field
          name="reason"
          label={
            <>
              {t('post.flag.reason')} <small>{t('post.optional')}</small>
            </>
          }
          value={reason}
          onChange={write}
          rows={2}
          maxLength={MAX_REASON_LENGTH}
        />
        <div className={css.acts}>
          <Button onClick={onClose}>{t('post.cancel')}</Button>
          <Button kind="danger" type="submit" icon="flag">
            {t('post.flag.yes')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
