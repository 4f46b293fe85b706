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

/** Opens the categories selected last, unless the address names some; stores a selection made there. */
export const restoreDealsFilter =
  (to: '/$c/vie-locale' | '/$c/a-proximite') =>
  (visit: Visit): void => {
    const { context, search, params, cause } = visit
    requireSwitchedOn(context.session.abilities.seeDeals, visit)
    // Inside the list the selection is in the address, so that going back clears it too.
    if (cause === 'stay') return store('gooddealfilter', categoriesOf(search))
    const restored = rememberedCategories(search, stored('gooddealfilter'))
    if (restored.filter)
      throw redirect({ to, params, search: { ...search, ...restored }, state: { remembered: true }, replace: true })
  }
