import type { Counter } from '#web/kernel/counter.ts'

/** Not in every browser. */
interface Badge {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** Says on the installed app how many there are. Returns the way to stop. */
export const showOnApp = ({ subscribe, count }: Counter): (() => void) => {
  const show = () => {
    const badge = navigator as Navigator & Badge
    void (count() > 0 ? badge.setAppBadge?.(count()) : badge.clearAppBadge?.())?.catch(() => {})
  }
  show()
  return subscribe(show)
}
