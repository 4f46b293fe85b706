import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useTitle } from '../-frame/title.ts'
import { Outside } from '../-frame/Outside.tsx'

export const NotFound = () => (
  <Outside>
    <NotFoundWords />
  </Outside>
)

export const NotFoundWords = () => {
  const { t } = useText()
  useTitle(t('errors.error404'))
  return (
    <Empty
      picture="search"
      level={1}
      title={t('errors.error404')}
      text={t('common.notfound.text')}
      action={
        <ButtonLink kind="primary" to="/">
          {t('common.home')}
        </ButtonLink>
      }
    />
  )
}
