import { useText } from '#web/kernel/text/i18n.ts'
import letter from '#web/ui/art/spot-letter.svg'
import door from '#web/ui/art/spot-door.svg'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Popup } from '../login-errors.ts'
import { useForgetPassword, useRegister } from '../session.mutations.ts'
import css from './SentDialog.module.css'

export interface SentMail {
  popup: Popup
  /** Recipient of the mail; empty when unknown. */
  email: string
  /** True when no mail was sent now, because the existing account is not confirmed yet. */
  isKnown?: true
  /** The registration key, to request the mail again. */
  registerkey?: string
}

export interface SentDialogProps {
  sentMail: SentMail
  community: { _id: string; name: string; needRegisterKey: boolean }
  /** True for users who are logged in to another community and continue here without a password. */
  isSignedIn: boolean
  onRead: () => void
  /** Present where registering again sends the mail again. */
  onRegister?: () => void
}

/** Shows the user the next step: read a mail, or log in. */
export const SentDialog = ({
  sentMail: { popup, email, isKnown, registerkey },
  community,
  isSignedIn,
  onRead,
  onRegister,
}: SentDialogProps) => {
  const { t, explain } = useText()
  const register = useRegister(community._id)
  const forget = useForgetPassword(community._id)
  const isPasswordMail = popup === 'popup3' || isKnown === true
  const resend = isPasswordMail ? forget : register
  const canResend = email !== '' && (isPasswordMail || !community.needRegisterKey || Boolean(registerkey))
  const sendAgain = () =>
    isPasswordMail ? forget.mutate(email) : register.mutate({ email, registerkey: registerkey ?? '' })
  const onResend = canResend ? sendAgain : onRegister
  // The text is split at the placeholder of the e-mail address, so that the address can be emphasised.
  const isJoining = popup === 'popup1' && isSignedIn
  const to = { email: '\n', to: community.name }
  const [before, after] = email ? t(isJoining ? 'entry.sent.joined.to' : `entry.sent.${popup}.to`, to).split('\n') : []
  return (
    <Dialog
      title={t(`entry.sent.${popup}.title`)}
      illustrationUrl={popup === 'popup1' || popup === 'popup4' ? door : letter}
      onClose={onRead}
      hasRoute
      hideClose
      size="m"
    >
      <p className={css.text}>
        {email ? (
          <>
            {before}
            <b>{email}</b>
            {after}
          </>
        ) : (
          t(isJoining ? 'entry.sent.joined' : `entry.sent.${popup}`, { to: community.name })
        )}
      </p>
      {resend.isSuccess && (
        <Notice kind="calm" icon="check">
          {t('entry.sent.again.done')}
        </Notice>
      )}
      {resend.isError && (
        <Notice key={resend.submittedAt} kind="danger" icon="circle-alert">
          {explain(resend.error)}
        </Notice>
      )}
      <div className={css.acts}>
        <Button kind="primary" wide onClick={onRead}>
          {t('entry.sent.read')}
        </Button>
        {(popup === 'popup2' || popup === 'popup3') && onResend && (
          <Button kind="quiet" wide busy={resend.isPending} onClick={onResend}>
            {t('entry.sent.again')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
