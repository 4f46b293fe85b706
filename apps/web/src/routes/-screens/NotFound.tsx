import { useText } from '#web/kernel/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useTitle } from '../-title.ts'
import css from './Screen.module.css'

export const NotFound = () => {
  const { t } = useText()
  useTitle(t('errors.error404'))
  return (
    <main id="main" className={css.screen}>
      <Empty picture="search" level={1} title={t('errors.error404')} text={t('community.notfound.text')} action={<ButtonLink kind="primary" to="/">{t('community.notfound.home')}</ButtonLink>} />
    </main>
  )
}
