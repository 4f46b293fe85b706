import { install, onInstallOffer, waysToInstall } from '#web/kernel/device/install-offer.ts'
import { keep, kept } from '#web/kernel/device/kept.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** How often the app was opened here by somebody who is signed in, as far as that is counted. */
    visits: number
    /** It was offered here to install the app: that is done once. */
    installoffered: true
  }
}
declare module '#web/kernel/device/kept.ts' {
  interface Kept {
    /** This visit is counted. */
    visit: true
  }
}

const ENOUGH_VISITS = 2

/** How many visits there have been with this one. */
const countVisit = (): number => {
  const before = Number(stored('visits') ?? 0) || 0
  if (kept('visit')) return before
  keep('visit', true)
  store('visits', Math.min(before + 1, ENOUGH_VISITS))
  return before + 1
}

const offer = async () => {
  const way = waysToInstall()
  if ((way !== 'ask' && way !== 'byhand') || stored('installoffered')) return
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
