import { useText } from '#web/kernel/text/i18n.ts'
import { IconLink } from '#web/ui/IconLink.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { NotificationsBody } from './components/NotificationsBody.tsx'
import { NotificationsTools } from './components/NotificationsTools.tsx'
import { QuietHoursNotice } from './components/QuietHoursNotice.tsx'
import type { ViewerCommunities } from './places.ts'
import { useNotifications } from './use-notifications.ts'
import css from './NotificationsView.module.css'

/** The list of notifications as a screen with its own URL. */
export const NotificationsView = ({ places }: { places: ViewerCommunities }) => {
  const { t } = useText()
  const list = useNotifications()
  const params = { c: places.here.customUri }
  return (
    <>
      <TopBar
        title={t('notifications.title')}
        backTarget={{ to: '/$c/actualites', params }}
        endContent={
          <IconLink icon="settings-2" label={t('notifications.settings')} to="/$c/parametres" params={params} />
        }
      />
      <Main>
        <div className={css.list}>
          <div className={css.tools}>
            <NotificationsTools list={list} />
          </div>
          <QuietHoursNotice places={places} />
          <NotificationsBody list={list} places={places} heading="h2" />
        </div>
      </Main>
    </>
  )
}
