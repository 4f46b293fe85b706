import { openStore } from '#web/kernel/shell/store-page.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useTitle } from '../frame/screen.ts'

/** Shown when the server no longer supports this version of the native app; links to the store. */
export const Obsolete = () => {
  const { t } = useText()
  useTitle(t('common.obsolete.title'))
  return (
    <BareScreen>
      <EmptyState
        picture="works"
        level={1}
        title={t('common.obsolete.title')}
        text={t('homescreen.store.text')}
        action={
          <Button kind="primary" icon="smartphone" onClick={() => void openStore()}>
            {t('homescreen.store')}
          </Button>
        }
      />
    </BareScreen>
  )
}
