import type { Counter } from '#web/kernel/counter.ts'

/** Not supported by every browser. */
interface Badge {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** Shows the count on the icon of the installed app. Returns a function that stops it. */
export const showOnApp = ({ subscribe, count }: Counter): (() => void) => {
  const show = () => {
    const badge = navigator as Navigator & Badge
    void (count() > 0 ? badge.setAppBadge?.(count()) : badge.clearAppBadge?.())?.catch(() => {})
  }
  show()
  return subscribe(show)
}
