import type { Deal, DealsPage, DealWithPlace } from '@parvis/contract/deals.ts'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { hasId, hasObjectField, hasVersion, type LiveMessage } from '#web/kernel/live/live-frames.ts'
import { newDeals } from './new-deals.ts'
import { categoriesIn, dealsKeys } from './deals.queries.ts'

type Pages = InfiniteData<DealsPage>

const isDeal = (data: LiveMessage['data']) =>
  hasVersion(data) && hasObjectField(data, 'category') && hasObjectField(data, 'abilities')

/** Whether all members can see the deal; managers also receive events about deals in other states. */
const isVisible = ({ keeping }: Deal) => keeping === null || keeping.state === 'shown'

const dealsIn = (pages: Pages | undefined): Deal[] => pages?.pages.flatMap(({ docs }) => docs) ?? []

const mapPages = (pages: Pages, docsOf: (docs: Deal[], n: number) => Deal[]): Pages => ({
  ...pages,
  pages: pages.pages.map((page, n) => ({ ...page, docs: docsOf(page.docs, n) })),
})

const withoutDeal = (id: string) => (docs: Deal[]) => docs.filter(({ _id }) => _id !== id)

/** Adds or replaces the deal, or removes it if it does not belong; ignores a version that is not newer. */
export const withDeal = (pages: Pages, deal: Deal, categories: readonly string[]): Pages => {
  const cached = dealsIn(pages).find(({ _id }) => _id === deal._id)
  if (cached && cached.version >= deal.version) return pages
  const belongs = isVisible(deal) && (categories.length === 0 || categories.includes(deal.categoryId))
  if (!belongs) return cached ? mapPages(pages, withoutDeal(deal._id)) : pages
  return mapPages(pages, (docs, n) =>
    cached ? docs.map(one => (one._id === deal._id ? deal : one)) : n === 0 ? [deal, ...docs] : docs,
  )
}

const listsIn = (queryClient: QueryClient) =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: dealsKeys.all })
    .flatMap(query => {
      const categories = categoriesIn(query.queryKey)
      return categories ? [{ query, categories }] : []
    })

/** Invalidates requests in flight, whose responses may be older than the event. */
const refetchInFlight = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({
    queryKey: dealsKeys.all,
    predicate: ({ state }) => state.fetchStatus !== 'idle',
  })

const invalidateManagedDeals = (queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ queryKey: dealsKeys.managed() })

const forEachCachedDeal = (
  queryClient: QueryClient,
  id: string,
  callback: (key: QueryKey, deal: DealWithPlace) => void,
) => {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: dealsKeys.details() })) {
    const deal = state.data as DealWithPlace | undefined
    if (deal?._id === id) callback(queryKey, deal)
  }
}

/** Updates a deal in all cached queries: lists, maps and its own page. */
export const updateCachedDeal = (queryClient: QueryClient, deal: Deal): void => {
  for (const { query, categories } of listsIn(queryClient))
    queryClient.setQueryData<Pages>(query.queryKey, pages => pages && withDeal(pages, deal, categories))
  // Refetches the page of this deal if its last fetch failed, for example with 404.
  void queryClient.invalidateQueries({
    queryKey: dealsKeys.detail({ id: deal._id }),
    predicate: ({ state }) => state.status === 'error',
  })
  forEachCachedDeal(queryClient, deal._id, (key, before) => {
    if (before.version < deal.version) queryClient.setQueryData(key, { ...before, ...deal })
  })
  invalidateManagedDeals(queryClient)
  refetchInFlight(queryClient)
}

/** Removes a deal from cached lists and maps, and refetches its own page. */
export const removeCachedDeal = (queryClient: QueryClient, id: string): void => {
  for (const { query } of listsIn(queryClient))
    queryClient.setQueryData<Pages>(query.queryKey, pages =>
      dealsIn(pages).some(({ _id }) => _id === id) ? mapPages(pages!, withoutDeal(id)) : pages,
    )
  forEachCachedDeal(queryClient, id, key => void queryClient.invalidateQueries({ queryKey: key, exact: true }))
  newDeals.remove(id)
  invalidateManagedDeals(queryClient)
  refetchInFlight(queryClient)
}

/** Events before the connection were missed, so deals are refetched; those that this adds count as new. */
const catchUp = async (queryClient: QueryClient, me: string | undefined): Promise<void> => {
  const unfilteredLists = listsIn(queryClient).filter(({ categories }) => categories.length === 0)
  const before = new Map(
    unfilteredLists.map(({ query }) => [query.queryHash, dealsIn(query.state.data as Pages | undefined)]),
  )
  const [, categories] = dealsKeys.categories()
  // Categories have no live events that could have been missed, so they are not refetched.
  await queryClient.invalidateQueries({ queryKey: dealsKeys.all, predicate: one => one.queryKey[1] !== categories })
  for (const { query } of unfilteredLists) {
    const cached = before.get(query.queryHash)!
    const ids = new Set(cached.map(({ _id }) => _id))
    const newest = cached.reduce((last, { dateAdded }) => (dateAdded > last ? dateAdded : last), '')
    const newcomers = dealsIn(query.state.data as Pages | undefined).filter(
      deal => cached.length > 0 && !ids.has(deal._id) && deal.dateAdded > newest && deal.keeping?.author._id !== me,
    )
    if (newcomers.length > 0) newDeals.add(...newcomers.map(({ _id }) => _id))
  }
}

/** Applies live events to cached deals. `me` returns the viewer’s id. Returns the unsubscribe function. */
export const listenToDeals = (
  queryClient: QueryClient,
  live: LiveConnection,
  me: () => string | undefined,
): (() => void) => {
  const stops = [
    live.on('connected', () => void catchUp(queryClient, me())),
    live.on(
      'ad.created',
      deal => {
        updateCachedDeal(queryClient, deal)
        if (isVisible(deal) && deal.keeping?.author._id !== me()) newDeals.add(deal._id)
      },
      isDeal,
    ),
    live.on('ad.updated', deal => updateCachedDeal(queryClient, deal), isDeal),
    live.on('ad.deleted', ({ _id }) => removeCachedDeal(queryClient, _id), hasId),
  ]
  return () => stops.forEach(stop => stop())
}
