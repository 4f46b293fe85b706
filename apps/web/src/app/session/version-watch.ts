import { ApiError } from '#web/kernel/http/api.ts'
import { notifyCallFailed } from '#web/kernel/http/query-client.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { fetchVersionInfo, VERSION_CHECK_DELAY_MS } from '#web/kernel/installation/version-check.ts'
import { showToast } from '#web/ui/toasts.ts'

const loadWorkerModule = () => import('#web/kernel/offline/install-worker.ts')

const NEWER_VERSION = 'a newer version'
let timer: ReturnType<typeof setTimeout> | undefined

/** Checks for a newer version after a delay: a toast offers an optional one; a mandatory one replaces the screen. */
export const scheduleVersionCheck = (): void => {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    loadWorkerModule()
      .then(({ checkForUpdate }) => checkForUpdate())
      .catch(() => {})
    const info = await fetchVersionInfo().catch((error: unknown) => {
      // Other errors are ignored, because this check is optional; an obsolete version must be reported.
      if (error instanceof ApiError && error.key === 'obsolete') notifyCallFailed(error)
    })
    if (info?.forceupdate) notifyCallFailed(new ApiError('obsolete', 411))
    else if (info?.needupdate && import.meta.env.VITE_SERVER) await offerStore()
    else if (info?.needupdate)
      showToast({
        kind: 'info',
        text: t('session.needupdate'),
        cause: NEWER_VERSION,
        action: {
          label: t('common.obsolete.reload'),
          onClick: () =>
            void loadWorkerModule().then(
              ({ restart }) => restart(),
              () => location.reload(),
            ),
        },
      })
  }, VERSION_CHECK_DELAY_MS)
}

/** Offers the app store, because a reload does not update the native app. */
const offerStore = async () => {
  await loadTexts('homescreen')
  showToast({
    kind: 'info',
    text: t('homescreen.store.offer'),
    cause: NEWER_VERSION,
    action: {
      label: t('homescreen.store'),
      onClick: () => void import('#web/kernel/shell/store-page.ts').then(({ openStore }) => openStore()),
    },
  })
}
