import { useText } from '#web/kernel/text/i18n.ts'
import { TextButton } from '#web/ui/TextButton.tsx'
import css from './LogOutLine.module.css'

/** The way out of a form that stands before everything else. */
export const LogOutLine = ({ onLogOut }: { onLogOut: () => void }) => {
  const { t } = useText()
  return (
    <p className={css.line}>
      <TextButton icon="log-out" onClick={onLogOut}>
        {t('session.menu.logout')}
      </TextButton>
    </p>
  )
}
