import type { Observable } from '#web/kernel/observable.ts'

/** The Badging API, which not every browser supports. */
interface Badge {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** Shows the unread count on the icon of the installed app. Returns a function that stops the updates. */
export const showAppBadge = ({ subscribe, get }: Observable<number>): (() => void) => {
  const update = () => {
    const badge = navigator as Navigator & Badge
    void (get() > 0 ? badge.setAppBadge?.(get()) : badge.clearAppBadge?.())?.catch(() => {})
  }
  update()
  return subscribe(update)
}
