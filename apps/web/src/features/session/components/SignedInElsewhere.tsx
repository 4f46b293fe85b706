import type { SessionUser } from '@parvis/contract/session.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import css from './SignedInElsewhere.module.css'

/** Name of the community of a session. */
export const communityNameOf = ({ memberships, communityId, customUri }: SessionUser) =>
  memberships.find(one => one.communityId === communityId)?.name ?? customUri

export interface SignedInElsewhereProps {
  session: SessionUser
  community: { _id: string; name: string }
  /** Whether the registration tab is open. */
  isRegistering: boolean
  onStay: (home: string) => void
}

/** Shown to users who are signed in to another community: which one, with a link back. */
export const SignedInElsewhere = ({ session, community, isRegistering, onStay }: SignedInElsewhereProps) => {
  const { t } = useText()
  const from = communityNameOf(session)
  const isMember = session.memberships.some(({ communityId }) => communityId === community._id)
  return (
    <Notice
      kind="calm"
      icon="info"
      action={
        <Button size="s" kind="quiet" onClick={() => onStay(session.customUri)}>
          {t('entry.elsewhere.back', { from })}
        </Button>
      }
    >
      {t(
        session.role === 'guest'
          ? 'entry.elsewhere.guest'
          : isMember
            ? 'entry.elsewhere.both'
            : isRegistering
              ? 'entry.elsewhere.join'
              : 'entry.elsewhere.here',
        { from, to: community.name },
      )}
    </Notice>
  )
}

/** Asks users to confirm that entering this community ends their session in another one. */
export const LeaveConfirm = ({
  session,
  to,
  onCancel,
  onLeave,
}: {
  session: SessionUser
  to: string
  onCancel: () => void
  onLeave: () => void
}) => {
  const { t } = useText()
  const from = communityNameOf(session)
  return (
    <Dialog alert size="m" title={t('entry.leave.title', { from })} onClose={onCancel}>
      <p className={css.text}>
        {t(session.role === 'guest' ? 'entry.leave.guest' : 'entry.leave.member', { from, to })}
      </p>
      <div className={css.acts}>
        <Button data-autofocus onClick={onCancel}>
          {t('entry.leave.stay')}
        </Button>
        <Button kind="primary" icon="log-out" onClick={onLeave}>
          {t('entry.leave.go')}
        </Button>
      </div>
    </Dialog>
  )
}
