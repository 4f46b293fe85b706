import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { OuterBar } from '#web/ui/OuterBar.tsx'

/** Shown when the installation is set up already, or when the URL is not the one it printed. */
export const SetupClosed = () => {
  const { t } = useText()
  return (
    <BareScreen bar={<OuterBar />}>
      <Empty
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
