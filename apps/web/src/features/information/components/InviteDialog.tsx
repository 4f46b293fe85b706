import { useState } from 'react'
import { copyText } from '#web/kernel/share/share.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import typography from '#web/ui/typography.module.css'
import { useShare } from '#web/ui/use-share.tsx'
import css from './InviteDialog.module.css'

export interface InviteDialogProps {
  community: { name: string; logoUri: string | null; city: string | null }
  link: string
  /** Whether the link contains the registration key; the dialog then shows a note about it. */
  linkContainsKey: boolean
  onClose: () => void
}

/** The invitation link of the community, as a QR code and as text. */
export const InviteDialog = ({ community, link, linkContainsKey, onClose }: InviteDialogProps) => {
  const { t } = useText()
  const [copied, setCopied] = useState<boolean | null>(null)
  const { share, sheet } = useShare()
  const { name } = community
  return (
    <Dialog title={t('information.invite')} onClose={onClose}>
      <div className={css.invite}>
        <QrCode className={css.code} value={link} label={t('information.invite.code', { name })} />
        <p className={typography.muted}>{t('information.invite.scan', { name })}</p>
        {linkContainsKey && <p className={typography.meta}>{t('information.invite.key')}</p>}
        <p className={css.link}>{link.replace(/^https?:\/\//, '')}</p>
        <p className={typography.hidden} role="status">
          {copied === null ? '' : t(copied ? 'information.invite.copied' : 'information.invite.notcopied')}
        </p>
        <div className={css.acts}>
          <Button icon={copied ? 'check' : 'copy'} wide onClick={() => void copyText(link).then(setCopied)}>
            {t(
              copied === null
                ? 'information.invite.copy'
                : copied
                  ? 'information.invite.copied'
                  : 'information.invite.notcopied',
            )}
          </Button>
          <Button
            kind="primary"
            icon="share-2"
            wide
            onClick={() =>
              share({
                title: t('information.invite.title', { name }),
                detail: community.city,
                url: link,
                note: t('information.invite.note'),
                photoUri: community.logoUri,
              })
            }
          >
            {t('information.invite.share')}
          </Button>
        </div>
      </div>
      {sheet}
    </Dialog>
  )
}
