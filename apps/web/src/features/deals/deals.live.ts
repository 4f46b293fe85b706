import type { Deal, DealsPage, DealWithPlace } from '@parvis/contract/deals.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
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

/** Refetches the deals that the viewer manages, and requests in flight, whose responses may be older than the event. */
const refetchOthers = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({
    queryKey: dealsKeys.all,
    predicate: ({ queryKey, state }) => queryKey[1] === 'kept' || state.fetchStatus !== 'idle',
  })

/** Updates a deal in all cached queries: lists, maps and its own page. */
const updateCachedDeal = (queryClient: QueryClient, deal: Deal): void => {
  for (const { query, categories } of listsIn(queryClient))
    queryClient.setQueryData<Pages>(query.queryKey, pages => pages && withDeal(pages, deal, categories))
  // Refetches the page of this deal if its last fetch failed, for example with 404.
  void queryClient.invalidateQueries({
    queryKey: dealsKeys.detail({ id: deal._id }),
    predicate: ({ state }) => state.status === 'error',
  })
  queryClient.setQueriesData<DealWithPlace>({ queryKey: dealsKeys.details() }, before =>
    before?._id === deal._id && before.version < deal.version ? { ...before, ...deal } : undefined,
  )
  refetchOthers(queryClient)
}

/** Removes a deal from cached lists and maps, and refetches its own page. */
const removeCachedDeal = (queryClient: QueryClient, id: string): void => {
  for (const { query } of listsIn(queryClient))
    queryClient.setQueryData<Pages>(query.queryKey, pages =>
      dealsIn(pages).some(({ _id }) => _id === id) ? mapPages(pages!, withoutDeal(id)) : pages,
    )
  void queryClient.invalidateQueries({
    queryKey: dealsKeys.details(),
    predicate: ({ state }) => (state.data as Deal | undefined)?._id === id,
  })
  newDeals.remove(id)
  refetchOthers(queryClient)
}

/** Events before the connection were missed, so deals are refetched; those that this adds count as new. */
const catchUp = async (queryClient: QueryClient, me: string | undefined): Promise<void> => {
  const lists = listsIn(queryClient)
    .filter(({ categories }) => categories.length === 0)
    .map(({ query }) => ({ query, cached: dealsIn(query.state.data as Pages | undefined) }))
  // Categories have no live events that could have been missed, so they are not refetched.
  await queryClient.invalidateQueries({ queryKey: dealsKeys.all, predicate: one => one.queryKey[1] !== 'categories' })
  for (const { query, cached } of lists) {
    const ids = new Set(cached.map(({ _id }) => _id))
    const newest = cached.reduce((last, { dateAdded }) => (dateAdded > last ? dateAdded : last), '')
    const newcomers = dealsIn(query.state.data as Pages | undefined).filter(
      deal => cached.length > 0 && !ids.has(deal._id) && deal.dateAdded > newest && deal.keeping?.author._id !== me,
    )
    newDeals.add(...newcomers.map(({ _id }) => _id))
  }
}

/** Applies live events to cached deals. `me` returns the viewer’s id. */
export const listenToDeals = (queryClient: QueryClient, live: LiveConnection, me: () => string | undefined): void => {
  live.on('connected', () => void catchUp(queryClient, me()))
  live.on(
    'ad.created',
    deal => {
      updateCachedDeal(queryClient, deal)
      if (isVisible(deal) && deal.keeping?.author._id !== me()) newDeals.add(deal._id)
    },
    isDeal,
  )
  live.on('ad.updated', deal => updateCachedDeal(queryClient, deal), isDeal)
  live.on('ad.deleted', ({ _id }) => removeCachedDeal(queryClient, _id), hasId)
}
