import { isId } from '#web/kernel/http/ids.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** ids of deal categories */
    gooddealfilter: string[]
  }
}
/** What the address says of the list: category ids with a comma between them. */
export interface DealsSearch {
  filter?: string
}

export const categoriesOf = ({ filter }: DealsSearch): string[] => filter?.split(',').filter(Boolean) ?? []

export const searchOf = (categories: readonly string[]): DealsSearch =>
  categories.length > 0 ? { filter: categories.join(',') } : {}

/** Reads what anybody may have typed into the address: what is no id is left out. */
export const readDealsSearch = (raw: Record<string, unknown>): DealsSearch =>
  // named, though refused: else the router would hand on the address's own
  ({
    filter: undefined,
    ...(typeof raw.filter === 'string' && searchOf([...new Set(raw.filter.split(','))].filter(isId))),
  })

/** The map's address says too which deal is chosen on it. */
export interface DealsMapSearch extends DealsSearch {
  id?: string
}

export const readDealsMapSearch = (raw: Record<string, unknown>): DealsMapSearch => ({
  ...readDealsSearch(raw),
  id: isId(raw.id) ? raw.id : undefined,
})

/** One category more, or one less. */
export const toggled = (categories: readonly string[], one: string): string[] =>
  categories.includes(one) ? categories.filter(other => other !== one) : [...categories, one]

/** Where a visit that names no category starts: those last chosen on this device. */
export const rememberedCategories = (asked: DealsSearch, last: unknown): DealsSearch =>
  asked.filter || !Array.isArray(last) ? {} : readDealsSearch({ filter: last.join(',') })
