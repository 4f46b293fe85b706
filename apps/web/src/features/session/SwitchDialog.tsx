import type { SessionUser } from '@parvis/contract/session.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { communityNameOf } from './components/SignedInElsewhere.tsx'
import { usePendingOfOthersText } from './use-pending-of-others.ts'
import { endsSession, useLogOut, useSwitch } from './session.mutations.ts'
import type { SessionEndReason } from './session.queries.ts'
import css from './components/EntryForm.module.css'

export interface SwitchDialogProps {
  community: { _id: string; name: string; logoUri: string | null }
  /** The session of a user who is signed in to another community, and is also a member of this one. */
  session: SessionUser
  endReason?: SessionEndReason
  onClose: () => void
  onStay: (home: string) => void
  /** Called to log in with another account. */
  onOtherAccount: () => void
  /** Path to open after the switch. */
  next?: string
}

/** Switches to another community of the user without a new log-in. */
export const SwitchDialog = (props: SwitchDialogProps) => {
  const { community, session, endReason, next, onClose, onStay, onOtherAccount } = props
  const { t, explain } = useText()
  const switchMutation = useSwitch()
  const logOut = useLogOut()
  const from = communityNameOf(session)
  const pendingText = usePendingOfOthersText(session._id)
  const failure = switchMutation.error
  const switchHere = () =>
    switchMutation.mutate(
      { communityId: community._id, next },
      {
        onError: error => {
          if (endsSession(error)) logOut.mutate()
        },
      },
    )
  return (
    <Dialog
      title={community.name}
      overline={t('entry.switch.to')}
      headerPicture={<Avatar name={community.name} photoUri={community.logoUri} subject="place" />}
      onClose={onClose}
      hasRoute
      size="l"
    >
      {failure !== null && (
        <Notice kind="danger" icon="circle-alert">
          {endsSession(failure) ? t('entry.switch.failed', { to: community.name }) : explain(failure)}
        </Notice>
      )}
      {endReason && failure === null && (
        <Notice kind="calm" icon="info">
          {t(`entry.ended.${endReason}`)}
        </Notice>
      )}
      {failure !== null && endsSession(failure) ? (
        <Button kind="primary" wide onClick={onOtherAccount}>
          {t('entry.login.submit')}
        </Button>
      ) : (
        <>
          <p className={css.text}>{t('entry.switch.text', { from, to: community.name })}</p>
          {pendingText && <Notice icon="clock">{pendingText}</Notice>}
          <div className={css.stack}>
            <Button kind="primary" icon="arrow-right" wide busy={switchMutation.isPending} onClick={switchHere}>
              {t('entry.switch.go', { to: community.name })}
            </Button>
            <Button wide onClick={() => onStay(session.customUri)}>
              {t('entry.switch.stay', { from })}
            </Button>
            <Button kind="quiet" wide onClick={onOtherAccount}>
              {t('entry.switch.other')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
