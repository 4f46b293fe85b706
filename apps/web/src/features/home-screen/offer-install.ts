import { showInstallPrompt, onInstallMethodChange, installMethod } from '#web/kernel/device/install-offer.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Number of visits as a member, counted up to two, and the time of the last one. */
    visited: { times: number; at: number }
    /** Set once the offer to install the app was shown on this device; the offer is never shown again. */
    installoffered: true
  }
}

const MIN_VISITS = 2
/** The app opened again within this time, in any tab, counts as the same visit. */
const VISIT_MS = 30 * 60_000

/** Records this visit. Returns the number of visits including this one, counted up to two. */
const countVisit = (): number => {
  const before = stored('visited')
  const at = Date.now()
  const isNewVisit = !(Math.abs(at - Number(before?.at)) < VISIT_MS)
  const times = Math.min((Number(before?.times) || 0) + (isNewVisit ? 1 : 0), MIN_VISITS)
  store('visited', { times, at })
  return times
}

const showInstallOffer = async () => {
  const method = installMethod()
  // Without a network the app could not be installed.
  if ((method !== 'ask' && method !== 'byhand') || stored('installoffered') || !navigator.onLine) return
  await loadTexts('home-screen')
  store('installoffered', true)
  showToast({
    kind: 'info',
    text: t(method === 'ask' ? 'homescreen.offer' : 'homescreen.offer.byhand'),
    ...(method === 'ask' && { action: { label: t('homescreen.install'), onClick: () => void showInstallPrompt() } }),
  })
}

/** Once per device, from the second visit on. Closing declines for good; the settings still allow installing. */
export const offerInstall = async (): Promise<void> => {
  if (countVisit() < MIN_VISITS) return
  await showInstallOffer()
  if (!stored('installoffered')) onInstallMethodChange(() => void showInstallOffer())
}
