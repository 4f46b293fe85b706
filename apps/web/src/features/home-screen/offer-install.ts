import { install, onInstallOffer, waysToInstall } from '#web/kernel/device/install-offer.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** How many visits of members there were, as far as they are counted, and when it was last opened. */
    visited: { times: number; at: number }
    /** It was offered here to install the app: that is done once. */
    installoffered: true
  }
}

const ENOUGH_VISITS = 2
/** Opened again within this time, in another tab or anew, it is the same visit. Milliseconds. */
const VISIT_MS = 30 * 60_000

/** How many visits there have been with this one. */
const countVisit = (): number => {
  const before = stored('visited')
  const at = Date.now()
  const isAnother = !(Math.abs(at - Number(before?.at)) < VISIT_MS)
  const times = Math.min((Number(before?.times) || 0) + (isAnother ? 1 : 0), ENOUGH_VISITS)
  store('visited', { times, at })
  return times
}

const offer = async () => {
  const way = waysToInstall()
  // without a network it could not be installed
  if ((way !== 'ask' && way !== 'byhand') || stored('installoffered') || !navigator.onLine) return
  await loadTexts('homescreen')
  store('installoffered', true)
  showToast({
    kind: 'info',
    text: t(way === 'ask' ? 'homescreen.offer' : 'homescreen.offer.byhand'),
    ...(way === 'ask' && { action: { label: t('homescreen.install'), onClick: () => void install() } }),
  })
}

/**
 * Offers a member to install the app: once on a device, at their second visit at the earliest. Whoever closes it has
 * declined for good, and finds it in the settings.
 */
export const offerInstall = async (): Promise<void> => {
  if (countVisit() < ENOUGH_VISITS) return
  await offer()
  if (!stored('installoffered')) onInstallOffer(() => void offer())
}
