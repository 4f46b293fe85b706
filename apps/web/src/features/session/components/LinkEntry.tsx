import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { isExpiredLink, requiresFactor } from '../login-errors.ts'
import { useLinkEntry } from '../session.mutations.ts'
import type { EntryFormProps } from './LogInForm.tsx'
import css from './EntryForm.module.css'

export interface LinkEntryProps extends EntryFormProps {
  token: string
  /** Present where registration is possible. */
  onRegister?: () => void
  onForgotten: () => void
  onLogIn: () => void
  /** Present for users who are logged in here already. */
  onStay?: () => void
}

/** Logs in with a mailed link, on a tap only: mail scanners open links and must not use them up. */
export const LinkEntry = (props: LinkEntryProps) => {
  const { community, entryPoint, token, onEntered, onFailed, onStay } = props
  const { t, explain } = useText()
  const entry = useLinkEntry(community._id)
  const handleError = (error: unknown) => {
    if (requiresFactor(error)) props.onFactor(code => entry.mutateAsync({ token, code }))
    else if (!isExpiredLink(error)) onFailed(error)
  }
  const enter = () => entryPoint.enter(() => entry.mutate({ token }, { onSuccess: onEntered, onError: handleError }))
  if (isExpiredLink(entry.error))
    return (
      <div className={css.form}>
        <Notice kind={onStay ? 'calm' : 'danger'} icon={onStay ? 'info' : 'circle-alert'}>
          {onStay ? t('entry.link.over') : explain(entry.error)}
        </Notice>
        <div className={css.stack}>
          {onStay ? (
            <Button kind="primary" wide onClick={onStay}>
              {t('entry.link.stay', { name: community.name })}
            </Button>
          ) : (
            <>
              {props.onRegister && (
                <Button kind="primary" wide onClick={props.onRegister}>
                  {t('entry.link.register')}
                </Button>
              )}
              <Button kind={props.onRegister ? 'soft' : 'primary'} wide onClick={props.onForgotten}>
                {t('entry.link.forgotten')}
              </Button>
              <Button kind="quiet" wide onClick={props.onLogIn}>
                {t('entry.back')}
              </Button>
            </>
          )}
        </div>
      </div>
    )
  return (
    <div className={css.form}>
      <p className={css.text}>{t('entry.link.text')}</p>
      <div className={css.stack}>
        <Button kind="primary" icon="door-open" wide busy={entry.isPending} onClick={enter}>
          {t('entry.go')}
        </Button>
        <Button kind="quiet" wide onClick={onStay ?? props.onLogIn}>
          {onStay ? t('entry.link.stay', { name: community.name }) : t('entry.link.password')}
        </Button>
      </div>
    </div>
  )
}
