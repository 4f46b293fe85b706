import { restart } from '#web/kernel/offline/install-worker.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useTitle } from '../frame/screen.ts'

/** Shown when the server no longer supports this version of the web app. */
export const Obsolete = () => {
  const { t } = useText()
  useTitle(t('common.obsolete.title'))
  return (
    <BareScreen>
      <EmptyState
        picture="works"
        level={1}
        title={t('common.obsolete.title')}
        text={t('errors.obsolete')}
        action={
          <Button kind="primary" icon="rotate-cw" onClick={() => void restart()}>
            {t('common.obsolete.reload')}
          </Button>
        }
      />
    </BareScreen>
  )
}
