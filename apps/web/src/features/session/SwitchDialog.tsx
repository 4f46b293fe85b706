import type { SessionUser } from '@parvis/contract/session.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { placeOf } from './components/Elsewhere.tsx'
import { useLeftBehind } from './use-left-behind.ts'
import { endsSession, useLogOut, useSwitch } from './session.mutations.ts'
import type { Ended } from './session.queries.ts'
import css from './components/EntryForm.module.css'

export interface SwitchDialogProps {
  community: { _id: string; name: string; logoUri: string | null }
  /** The session of somebody who is a member here too, signed in to another community. */
  session: SessionUser
  ended?: Ended
  onClose: () => void
  onStay: (home: string) => void
  /** Logs in with another account. */
  onOther: () => void
  /** Path to open after the switch. */
  next?: string
}

/** Switches to another community of the user without a new log-in. */
export const SwitchDialog = (props: SwitchDialogProps) => {
  const { community, session, ended, next, onClose, onStay, onOther } = props
  const { t, explain } = useText()
  const [failed, setFailed] = useState<unknown>(null)
  const change = useSwitch()
  const logOut = useLogOut()
  const from = placeOf(session)
  const leftBehind = useLeftBehind(session._id)
  const fail = (error: unknown) => {
    setFailed(error)
    if (endsSession(error)) logOut.mutate()
  }
  const go = () => {
    setFailed(null)
    change.mutate({ communityId: community._id, next }, { onError: fail })
  }
  return (
    <Dialog
      title={community.name}
      over={t('entry.switch.to')}
      picture={<Avatar name={community.name} photoUri={community.logoUri} shape="place" />}
      onClose={onClose}
      addressed
      size="l"
    >
      {failed !== null && (
        <Notice kind="danger" icon="circle-alert">
          {endsSession(failed) ? t('entry.switch.failed', { to: community.name }) : explain(failed)}
        </Notice>
      )}
      {ended && failed === null && (
        <Notice kind="calm" icon="info">
          {t(`entry.ended.${ended}`)}
        </Notice>
      )}
      {failed !== null && endsSession(failed) ? (
        <Button kind="primary" wide onClick={onOther}>
          {t('entry.login.submit')}
        </Button>
      ) : (
        <>
          <p className={css.text}>{t('entry.switch.text', { from, to: community.name })}</p>
          {leftBehind && <Notice icon="clock">{leftBehind}</Notice>}
          <div className={css.stack}>
            <Button kind="primary" icon="arrow-right" wide busy={change.isPending} onClick={go}>
              {t('entry.switch.go', { to: community.name })}
            </Button>
            <Button wide onClick={() => onStay(session.customUri)}>
              {t('entry.switch.stay', { from })}
            </Button>
            <Button kind="quiet" wide onClick={onOther}>
              {t('entry.switch.other')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
