import { useMutation } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import letter from '#web/ui/art/spot-letter.svg'
import door from '#web/ui/art/spot-door.svg'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Popup } from '../login-errors.ts'
import { useForgetPassword, useRegister } from '../session.mutations.ts'
import css from './Sent.module.css'

export interface Sending {
  popup: Popup
  /** Recipient of the mail; empty when unknown. */
  email: string
  /** No mail was sent now: the existing account is not confirmed yet. */
  isKnown?: true
  /** The registration key, to request the mail again. */
  registerkey?: string
}

export interface SentProps {
  sending: Sending
  community: { _id: string; name: string; needRegisterKey: boolean }
  /** Users who are logged in elsewhere continue here without a password. */
  isSignedIn: boolean
  onRead: () => void
  /** Present where registering again sends the mail again. */
  onRegister?: () => void
}

/** Says what to do next: read a mail, or log in. */
export const Sent = ({
  sending: { popup, email, isKnown, registerkey },
  community,
  isSignedIn,
  onRead,
  onRegister,
}: SentProps) => {
  const { t, explain } = useText()
  const register = useRegister(community._id)
  const forget = useForgetPassword(community._id)
  const byMail = popup === 'popup3' || isKnown === true
  const again = useMutation({
    mutationFn: async () => {
      if (byMail) await forget.mutateAsync(email)
      else await register.mutateAsync({ email, registerkey: registerkey ?? '' })
    },
  })
  const knowsHow = email !== '' && (byMail || !community.needRegisterKey || Boolean(registerkey))
  const sendAgain = knowsHow ? () => again.mutate() : onRegister
  // The address is emphasised wherever the translation puts it.
  const joins = popup === 'popup1' && isSignedIn
  const to = { email: '\n', to: community.name }
  const [before, after] = email ? t(joins ? 'entry.sent.joined.to' : `entry.sent.${popup}.to`, to).split('\n') : []
  return (
    <Dialog
      title={t(`entry.sent.${popup}.title`)}
      art={popup === 'popup1' || popup === 'popup4' ? door : letter}
      onClose={onRead}
      addressed
      crossless
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
          t(joins ? 'entry.sent.joined' : `entry.sent.${popup}`, { to: community.name })
        )}
      </p>
      {again.isSuccess && (
        <Notice kind="calm" icon="check">
          {t('entry.sent.again.done')}
        </Notice>
      )}
      {again.isError && (
        <Notice key={again.submittedAt} kind="danger" icon="circle-alert">
          {explain(again.error)}
        </Notice>
      )}
      <div className={css.acts}>
        <Button kind="primary" wide onClick={onRead}>
          {t('entry.sent.read')}
        </Button>
        {(popup === 'popup2' || popup === 'popup3') && sendAgain && (
          <Button kind="quiet" wide busy={again.isPending} onClick={sendAgain}>
            {t('entry.sent.again')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
