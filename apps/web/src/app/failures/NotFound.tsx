import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useTitle } from '../frame/screen.ts'
import { StandaloneScreen } from '../frame/StandaloneScreen.tsx'

/** `data` is the requested path, if it can never be the path of a community. */
export const NotFound = ({ data }: { data?: unknown }) => (
  <StandaloneScreen>
    <NotFoundMessage link={typeof data === 'string' ? data : undefined} />
  </StandaloneScreen>
)

export const NotFoundMessage = ({ link }: { link?: string }) => {
  const { t } = useText()
  const title = t(link ? 'common.urlerror.title' : 'errors.error404')
  useTitle(title)
  return (
    <EmptyState
      picture="search"
      level={1}
      title={title}
      text={link ? t('common.urlerror', { link }) : t('common.notfound.text')}
      action={
        <ButtonLink kind="primary" to="/">
          {t('common.home')}
        </ButtonLink>
      }
    />
  )
}
