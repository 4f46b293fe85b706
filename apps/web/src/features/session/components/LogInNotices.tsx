import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { useRemovedUnsentText } from '../removed-unsent.ts'
import type { EntryPoint } from '../use-entry-point.tsx'
import type { LogInView } from '../use-log-in-view.ts'
import { SignedInElsewhere } from './SignedInElsewhere.tsx'
import type { LogInDialogProps } from '../log-in-dialog-props.ts'

export interface LogInNoticesProps extends Pick<
  LogInDialogProps,
  'community' | 'endReason' | 'session' | 'next' | 'onStay'
> {
  entryPoint: EntryPoint
  logInView: LogInView
  removedText: ReturnType<typeof useRemovedUnsentText>
}

/** The notices above the forms of the log-in dialog. */
export const LogInNotices = (props: LogInNoticesProps) => {
  const { community, endReason, session, next, entryPoint, logInView, removedText } = props
  const { t } = useText()
  const { formError, hasErrors, otherSession } = entryPoint
  const { appleOutcome: apple, activeTab, view } = logInView
  return (
    <>
      {formError && (
        <Notice key={entryPoint.submitCount} kind="danger" icon="circle-alert">
          {formError}
        </Notice>
      )}
      {otherSession && (
        <SignedInElsewhere
          session={otherSession}
          community={community}
          isRegistering={activeTab === 'register'}
          onStay={props.onStay}
        />
      )}
      {apple === 'cancelled' && !hasErrors && view === 'tabs' && (
        <Notice icon="triangle-alert">{t('entry.apple.cancelled')}</Notice>
      )}
      {endReason && !hasErrors && view === 'tabs' && (
        <Notice kind="calm" icon="info">
          {t(`entry.ended.${endReason}`)}
        </Notice>
      )}
      {next && !session && !endReason && !hasErrors && view === 'tabs' && (
        <Notice icon="triangle-alert">{t('errors.nosession')}</Notice>
      )}
      {removedText && !session && !hasErrors && view === 'tabs' && (
        <Notice kind="calm" icon="info">
          {removedText}
        </Notice>
      )}
    </>
  )
}
