import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { LogInDialogProps } from '../LogInDialog.tsx'
import { isUnknownUser } from '../login-errors.ts'
import type { useRemovedUnsent } from '../removed-unsent.ts'
import type { useEntryPoint } from '../use-entry-point.tsx'
import type { LogInView } from '../use-log-in-view.ts'
import { SignedInElsewhere } from './SignedInElsewhere.tsx'

export interface LogInNoticesProps extends Pick<
  LogInDialogProps,
  'community' | 'ended' | 'session' | 'next' | 'onStay'
> {
  entryPoint: ReturnType<typeof useEntryPoint>
  current: LogInView
  removedText: ReturnType<typeof useRemovedUnsent>
}

/** What the log-in dialog says above its forms. */
export const LogInNotices = (props: LogInNoticesProps) => {
  const { community, ended, session, next, entryPoint, current, removedText } = props
  const { t, explain } = useText()
  const { entryError, otherSession } = entryPoint
  const { canRegisterHere, apple, activeTab, view } = current
  return (
    <>
      {entryError?.place === 'form' && (
        <Notice key={entryPoint.attempt} kind="danger" icon="circle-alert">
          {!canRegisterHere && isUnknownUser(entryError.error)
            ? t(`entry.login.${entryError.error.key}`)
            : explain(entryError.error)}
        </Notice>
      )}
      {otherSession && (
        <SignedInElsewhere
          session={otherSession}
          community={community}
          registers={activeTab === 'register'}
          onStay={props.onStay}
        />
      )}
      {apple === 'cancelled' && !entryError && view === 'tabs' && (
        <Notice icon="triangle-alert">{t('entry.apple.cancelled')}</Notice>
      )}
      {ended && !entryError && view === 'tabs' && (
        <Notice kind="calm" icon="info">
          {t(`entry.ended.${ended}`)}
        </Notice>
      )}
      {next && !session && !ended && !entryError && view === 'tabs' && (
        <Notice icon="triangle-alert">{t('errors.nosession')}</Notice>
      )}
      {removedText && !session && !entryError && view === 'tabs' && (
        <Notice kind="calm" icon="info">
          {removedText}
        </Notice>
      )}
    </>
  )
}
