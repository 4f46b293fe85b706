import { isId } from '#web/kernel/http/ids.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Ids of the deal categories chosen last. */
    gooddealfilter: string[]
  }
}
/** Search params of the list; `filter` holds category ids separated by commas. */
export interface DealsSearch {
  filter?: string
}

export const categoriesOf = ({ filter }: DealsSearch): string[] => filter?.split(',').filter(Boolean) ?? []

export const dealsSearchOf = (categories: readonly string[]): DealsSearch =>
  categories.length > 0 ? { filter: categories.join(',') } : {}

/** Validates search params, which are untrusted: values that are not ids are dropped. */
export const readDealsSearch = (raw: Record<string, unknown>): DealsSearch =>
  // Set to undefined explicitly, as the router would otherwise keep the raw value.
  ({
    filter: undefined,
    ...(typeof raw.filter === 'string' && dealsSearchOf([...new Set(raw.filter.split(','))].filter(isId))),
  })

/** Search params of the map; `id` is the selected deal. */
export interface DealsMapSearch extends DealsSearch {
  id?: string
}

export const readDealsMapSearch = (raw: Record<string, unknown>): DealsMapSearch => ({
  ...readDealsSearch(raw),
  id: isId(raw.id) ? raw.id : undefined,
})

/** Adds or removes one category. */
export const withToggledCategory = (categories: readonly string[], category: string): string[] =>
  categories.includes(category) ? categories.filter(other => other !== category) : [...categories, category]

/** Returns the categories last chosen on this device, for a URL without categories. */
export const rememberedCategories = (search: DealsSearch, last: unknown): DealsSearch =>
  search.filter || !Array.isArray(last) ? {} : readDealsSearch({ filter: last.join(',') })
