import { useEffect, useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './AppleButton.module.css'

/** Logs in without another tap after the redirect from Apple. */
export const AppleEntry = ({ onEnter }: { onEnter: () => void }) => {
  const { t } = useText()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    onEnter()
  }, [onEnter])
  return (
    <p className={css.back} role="status">
      <Icon name="loader-circle" />
      {t('entry.apple.back')}
    </p>
  )
}
