import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { AnyRoute } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Observable } from '#web/kernel/observable.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'
import type { TextKey } from '#web/kernel/text/text-keys.ts'
import type { Target } from '#web/ui/frame-context.ts'
import type { IconName } from '#web/ui/icon-names.ts'
import type { Tab } from '#web/ui/TabBar.tsx'

export interface ScreenTab {
  key: string
  position: number
  label: TextKey
  icon: IconName
  /** The tab is shown only in the rail of wide displays; on phones the account menu links to it. */
  railOnly?: boolean
  /** Whether the community offers the tab and the viewer may open it; without this function, always. */
  isOffered?: (community: Community, abilities: SessionUser['abilities']) => boolean
  newItemsCounter?: Observable<number>
}

type Routes = object
type TabRoute = { tab: ScreenTab; to: string }

const tabRoutesOf = (routes: Routes): TabRoute[] =>
  Object.values<AnyRoute>(routes as Record<string, AnyRoute>)
    .flatMap(({ fullPath, options: { staticData } }) =>
      staticData?.tab ? [{ tab: staticData.tab, to: fullPath }] : [],
    )
    .sort((a, b) => a.tab.position - b.tab.position)

/** The tabs of a community for its viewer, with the number of new items in each. */
export const tabsOf = (
  routes: Routes,
  community: Community,
  abilities: SessionUser['abilities'],
  t: Translate,
): Tab[] =>
  tabRoutesOf(routes)
    .filter(({ tab }) => tab.isOffered?.(community, abilities) ?? true)
    .map(({ tab: { key, label: labelKey, icon, railOnly, newItemsCounter }, to }) => {
      const label = t(labelKey)
      const count = newItemsCounter?.get()
      return {
        key,
        label,
        icon,
        railOnly,
        target: { to, params: { c: community.customUri } } as Target,
        count,
        accessibleLabel: count ? t('session.tab.news', { label, count }) : undefined,
      }
    })

/** `tabsOf` as a hook, which renders again when a count changes. */
export const useTabs = (...[routes, ...rest]: Parameters<typeof tabsOf>): Tab[] => {
  const counters = tabRoutesOf(routes).flatMap(({ tab }) => tab.newItemsCounter ?? [])
  useSyncExternalStore(
    listener => {
      const unsubscribers = counters.map(({ subscribe }) => subscribe(listener))
      return () => unsubscribers.forEach(unsubscribe => unsubscribe())
    },
    () => counters.map(({ get }) => get()).join(),
  )
  return tabsOf(routes, ...rest)
}
