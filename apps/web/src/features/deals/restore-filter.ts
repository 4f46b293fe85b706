import { redirect } from '@tanstack/react-router'
import { store, stored } from '#web/kernel/device/stored.ts'
import { categoriesOf, type DealsSearch, rememberedCategories } from './deals.search.ts'

interface Visit {
  search: DealsSearch
  params: { c: string }
  cause: 'preload' | 'enter' | 'stay'
}

/** Restores the last selected categories if the URL contains none, and stores a new selection. */
export const restoreDealsFilter = (
  to: '/$c/vie-locale' | '/$c/a-proximite',
  { search, params, cause }: Visit,
): void => {
  // The member is on the screen and has changed the selection: it is stored, and the next visit restores it.
  if (cause === 'stay') return store('gooddealfilter', categoriesOf(search))
  const restored = rememberedCategories(search, stored('gooddealfilter'))
  if (restored.filter)
    throw redirect({ to, params, search: { ...search, ...restored }, state: { remembered: true }, replace: true })
}
