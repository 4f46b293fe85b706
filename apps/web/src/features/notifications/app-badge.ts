import type { Counter } from '#web/kernel/counter.ts'

/** The Badging API, which not every browser supports. */
interface Badge {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** Shows the unread count on the icon of the installed app. Returns a function that stops the updates. */
export const showAppBadge = ({ subscribe, count }: Counter): (() => void) => {
  const update = () => {
    const badge = navigator as Navigator & Badge
    void (count() > 0 ? badge.setAppBadge?.(count()) : badge.clearAppBadge?.())?.catch(() => {})
  }
  update()
  return subscribe(update)
}
