import { dayLimits } from '@parvis/contract/limits.ts'
import { live } from '#web/kernel/live/live.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Shows members a warning, on any screen, shortly before they reach a daily limit. */
export const warnNearLimit = (): void => {
  live.on(
    'limit.near',
    ({ limit, used, most }) => {
      loadTexts('outbox')
        .then(() =>
          showToast({
            kind: 'info',
            text: t(`outbox.near.${limit}`, { used, most, percent: Math.floor((100 * used) / most) }),
            cause: `limit ${limit}`,
          }),
        )
        .catch(() => {})
    },
    ({ limit, used, most }) =>
      dayLimits.some(name => name === limit) && typeof used === 'number' && typeof most === 'number',
  )
}
