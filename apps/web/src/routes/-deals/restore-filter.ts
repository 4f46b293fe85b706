import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import { store, stored } from '#web/kernel/device/stored.ts'
import { categoriesOf, type DealsSearch, rememberedCategories } from '#web/features/deals/deals.search.ts'
import { requireFeatureSwitchedOn } from '../-frame/route-guards.ts'

interface Visit {
  context: { session: Pick<SessionUser, 'abilities'> }
  search: DealsSearch
  params: { c: string }
  cause: 'preload' | 'enter' | 'stay'
  preload: boolean
}

/** A route guard that restores the last selected categories if the URL contains none, and stores a new selection. */
export const restoreDealsFilter =
  (to: '/$c/vie-locale' | '/$c/a-proximite') =>
  (visit: Visit): void => {
    const { context, search, params, cause } = visit
    requireFeatureSwitchedOn(context.session.abilities.seeDeals, visit)
    // The member is on the screen and has changed the selection: it is stored, and the next visit restores it.
    if (cause === 'stay') return store('gooddealfilter', categoriesOf(search))
    const restored = rememberedCategories(search, stored('gooddealfilter'))
    if (restored.filter)
      throw redirect({ to, params, search: { ...search, ...restored }, state: { remembered: true }, replace: true })
  }
