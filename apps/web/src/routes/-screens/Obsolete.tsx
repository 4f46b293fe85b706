import { useText } from '#web/kernel/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useTitle } from '../-title.ts'
import css from './Screen.module.css'

/** The server no longer speaks with this version. */
export const Obsolete = () => {
  const { t } = useText()
  useTitle(t('community.obsolete.title'))
  return (
    <main id="main" className={css.screen}>
      <Empty picture="works" level={1} title={t('community.obsolete.title')} text={t('errors.obsolete')} action={<Button kind="primary" icon="rotate-cw" onClick={() => location.reload()}>{t('community.obsolete.reload')}</Button>} />
    </main>
  )
}
