import type { Observable } from '#web/kernel/observable.ts'

/** Shows the unread count on the icon of the installed app. Returns a function that stops the updates. */
export const showAppBadge = ({ subscribe, get }: Observable<number>): (() => void) => {
  const update = () => {
    // Not every browser has the Badging API.
    const badge: Partial<NavigatorBadge> = navigator
    void (get() > 0 ? badge.setAppBadge?.(get()) : badge.clearAppBadge?.())?.catch(() => {})
  }
  update()
  return subscribe(update)
}
