import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'

/** Shown when the installation is set up already, or when the URL is not the setup URL that the server printed. */
export const SetupClosed = () => {
  const { t } = useText()
  return (
    <BareScreen bar={<PublicBar />}>
      <EmptyState
        picture="door"
        level={1}
        title={t('setup.closed.title')}
        text={t('setup.closed.text')}
        action={
          <ButtonLink kind="primary" to="/">
            {t('setup.closed.home')}
          </ButtonLink>
        }
      />
    </BareScreen>
  )
}
