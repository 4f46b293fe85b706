import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import { store, stored } from '#web/kernel/device/stored.ts'
import { categoriesOf, type DealsSearch, rememberedCategories } from '#web/features/deals/deals.search.ts'
import { requireSwitchedOn } from '../-frame/route-guards.ts'

interface Visit {
  context: { session: Pick<SessionUser, 'abilities'> }
  search: DealsSearch
  params: { c: string }
  cause: 'preload' | 'enter' | 'stay'
  preload: boolean
}

/** Restores the categories selected last if the URL contains none; stores a selection made on the screen. */
export const restoreDealsFilter =
  (to: '/$c/vie-locale' | '/$c/a-proximite') =>
  (visit: Visit): void => {
    const { context, search, params, cause } = visit
    requireSwitchedOn(context.session.abilities.seeDeals, visit)
    // A selection made in the list is in the URL, so that going back also undoes it.
    if (cause === 'stay') return store('gooddealfilter', categoriesOf(search))
    const restored = rememberedCategories(search, stored('gooddealfilter'))
    if (restored.filter)
      throw redirect({ to, params, search: { ...search, ...restored }, state: { remembered: true }, replace: true })
  }
