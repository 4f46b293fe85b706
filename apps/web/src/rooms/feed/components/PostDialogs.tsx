import type { LiveEvent } from '@parvis/contract/feed.ts'
import { MAX_REASON_LENGTH } from '@parvis/contract/limits.ts'
import { useState, type FormEvent } from 'react'
import { useText } from '#web/kernel/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonAnchor } from '#web/ui/ButtonLink.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { sharedAddress, sharedText, shareLinks } from '../share-post.ts'
import css from './PostDialogs.module.css'

export interface PostDialog {
  kind: 'remove' | 'flag' | 'share'
  post: LiveEvent
}

export interface PostDialogsProps extends PostDialog {
  onClose: () => void
  onRemove: (post: LiveEvent) => void
  onFlag: (post: LiveEvent, reason: string) => void
  onCopy: (post: LiveEvent) => void
}

/** What is asked before something happens to a post. Fetched at the first need. */
export const PostDialogs = ({ kind, post, onClose, onRemove, onFlag, onCopy }: PostDialogsProps) => {
  if (kind === 'share') return <ShareDialog post={post} onClose={onClose} onCopy={() => onCopy(post)} />
  if (kind === 'flag') return <FlagDialog id={post._id} onClose={onClose} onFlag={reason => onFlag(post, reason)} />
  return <RemoveDialog onClose={onClose} onRemove={() => onRemove(post)} />
}

const RemoveDialog = ({ onClose, onRemove }: { onClose: () => void; onRemove: () => void }) => {
  const { t } = useText()
  return (
    <Dialog alert size="m" title={t('post.remove.title')} onClose={onClose}>
      <p className={css.text}>{t('post.remove.text')}</p>
      <div className={css.acts}>
        <Button data-autofocus onClick={onClose}>{t('post.cancel')}</Button>
        <Button kind="danger" icon="trash-2" onClick={onRemove}>{t('post.remove.yes')}</Button>
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
        <Field name="reason" label={<>{t('post.flag.reason')} <small>{t('post.optional')}</small></>} value={reason} onChange={write} rows={2} maxLength={MAX_REASON_LENGTH} />
        <div className={css.acts}>
          <Button onClick={onClose}>{t('post.cancel')}</Button>
          <Button kind="danger" type="submit" icon="flag">{t('post.flag.yes')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

const ShareDialog = ({ post, onClose, onCopy }: { post: LiveEvent; onClose: () => void; onCopy: () => void }) => {
  const { t, language } = useText()
  const links = shareLinks(sharedText(language, post), sharedAddress(post._id, location.origin))
  const elsewhere = { target: '_blank', rel: 'noopener noreferrer', onClick: onClose, kind: 'outline' } as const
  return (
    <Dialog size="m" title={t('post.share.title')} onClose={onClose}>
      <p className={css.text}>{t('post.share.note')}</p>
      <div className={css.links}>
        <ButtonAnchor kind="outline" href={links.mail} onClick={onClose}>{t('post.share.mail')}</ButtonAnchor>
        <ButtonAnchor {...elsewhere} href={links.whatsapp}>{t('post.share.whatsapp')}</ButtonAnchor>
        <ButtonAnchor {...elsewhere} href={links.facebook}>{t('post.share.facebook')}</ButtonAnchor>
        <ButtonAnchor {...elsewhere} href={links.x}>{t('post.share.x')}</ButtonAnchor>
      </div>
      <Button wide icon="link" onClick={onCopy}>{t('feed.menu.copy')}</Button>
    </Dialog>
  )
}
