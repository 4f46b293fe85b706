import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RestoredNotice } from '#web/ui/RestoredNotice.tsx'
import { closeToastsByCause, NO_NETWORK_CAUSE, showToast } from '#web/ui/toasts.ts'
import type { MyProfile } from '../use-my-profile.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export interface MyProfileNoticesProps {
  me: Pick<SessionUser, 'suspendedUntil'>
  /** Whether the user returns from the camera screen; the notice about the restored draft is then hidden. */
  returnedFromCamera: boolean
  form: MyProfile
}

/** The notices above the fields: pending changes, restored draft, suspension, changes made elsewhere, error. */
export const MyProfileNotices = ({ me, returnedFromCamera, form }: MyProfileNoticesProps) => {
  const { t } = useText()
  const { fullDate } = useFormat()
  /** Moves the focus to the main content, because the pressed button is removed. */
  const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })
  const cancelPending = () => {
    form.cancelPending()
    // The toast promises that the profile is sent automatically, which is no longer true.
    closeToastsByCause(NO_NETWORK_CAUSE)
    showToast({ kind: 'info', text: t('profile.takenback') })
    focusMain()
  }
  return (
    <>
      {form.isPending && (
        <Notice
          kind="calm"
          icon="clock"
          action={
            <Button kind="quiet" size="s" onClick={cancelPending}>
              {t('profile.takeback')}
            </Button>
          }
        >
          {t('profile.waits')}
        </Notice>
      )}
      {form.restored && !returnedFromCamera && (
        <RestoredNotice
          icon="pencil"
          text={t(form.isPending ? 'profile.restored.more' : 'profile.restored')}
          label={t('profile.discard')}
          onDiscard={() => {
            form.discard()
            focusMain()
          }}
        />
      )}
      {me.suspendedUntil && (
        <Notice kind="calm" icon="lock">
          {t('profile.suspended', { when: fullDate(new Date(me.suspendedUntil)) })}
        </Notice>
      )}
      {form.hasRemoteChanges && (
        <Notice kind="calm" icon="info">
          {t('profile.followed')}
        </Notice>
      )}
      {form.formError && (
        <Notice key={form.submitCount} kind="danger" icon="circle-alert" pinned>
          {form.formError}
          <br />
          {t('entry.profile.still')}
        </Notice>
      )}
    </>
  )
}
