import { useRef } from 'react'
import { useObservable } from '#web/kernel/observable.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { Icon } from './Icon.tsx'
import { useToastLift } from './use-toast-lift.ts'
import { closeToast, pauseToast, resumeToast, toasts, type ShownToast } from './toasts.ts'
import css from './Toast.module.css'

/** Rendered once, before any toast: screen readers announce changes only in live regions that they already know. */
export const ToastRegion = () => {
  const { t } = useText()
  const shown = useObservable(toasts)
  const region = useRef<HTMLElement>(null)
  useToastLift(region, shown)
  return (
    <section
      ref={region}
      className={css.region}
      data-messages={shown.length > 0 || undefined}
      aria-label={t('common.alert.region')}
    >
      <div role="status" aria-live="polite" aria-atomic="false">
        {shown.filter(isPolite).map(toast => (
          <Toast key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="alert" aria-atomic="false">
        {shown
          .filter(toast => !isPolite(toast))
          .map(toast => (
            <Toast key={toast.id} toast={toast} />
          ))}
      </div>
    </section>
  )
}

const isPolite = ({ kind }: ShownToast) => kind === 'done' || kind === 'info'

const Toast = ({ toast: { id, kind, text, action, onPress } }: { toast: ShownToast }) => {
  const { t } = useText()
  const closeAndCall = (callback: (() => void) | undefined) => () => {
    closeToast(id)
    callback?.()
  }
  // The title is inline, so that a short toast does not need a second line.
  const content = (
    <>
      {kind !== 'done' && (
        <>
          <b>{t(`common.alert.${kind}`)}</b>{' '}
        </>
      )}
      <span>{text}</span>
    </>
  )
  return (
    <div
      className={css.toast}
      data-kind={kind}
      onPointerEnter={() => pauseToast(id)}
      onPointerLeave={() => resumeToast(id)}
      onFocus={() => pauseToast(id)}
      onBlur={() => resumeToast(id)}
    >
      {kind !== 'done' && (
        <Icon name={kind === 'info' ? 'info' : kind === 'warning' ? 'triangle-alert' : 'circle-alert'} size="s" />
      )}
      <div className={css.said}>
        {onPress ? (
          <button type="button" className={css.text} onClick={closeAndCall(onPress)}>
            {content}
          </button>
        ) : (
          <span className={css.text}>{content}</span>
        )}
        {action && (
          <Button kind="quiet" onClick={closeAndCall(action.onClick)}>
            {action.label}
          </Button>
        )}
      </div>
      <IconButton icon="x" label={t('common.close')} onClick={() => closeToast(id)} />
    </div>
  )
}
