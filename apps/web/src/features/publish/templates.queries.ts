import { listLocations } from '@parvis/contract/community.ts'
import {
  getTemplate,
  listTemplateCategories,
  listTemplateDates,
  listTemplateTimes,
} from '@parvis/contract/templates.ts'
import { getDeal } from '@parvis/contract/deals.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

export const templateKeys = {
  all: ['templates'] as const,
  categories: (communityId: string) => [...templateKeys.all, communityId, 'categories'] as const,
  template: (communityId: string, id: string) => [...templateKeys.all, communityId, 'one', id] as const,
  dates: (communityId: string) => [...templateKeys.all, communityId, 'dates'] as const,
  times: (communityId: string) => [...templateKeys.all, communityId, 'times'] as const,
  places: (communityId: string) => [...templateKeys.all, communityId, 'places'] as const,
  deal: (id: string) => [...templateKeys.all, 'deal', id] as const,
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Fetches all templates offered to the viewer, by category. */
export const categoriesQuery = (communityId: string) =>
  queryOptions({
    queryKey: templateKeys.categories(communityId),
    ...persisted,
    queryFn: ({ signal }) => call(listTemplateCategories, { signal }),
    staleTime: MINUTE_MS,
    // Polls in case there is no live connection.
    refetchInterval: 5 * MINUTE_MS,
  })

/** Fetches one template: the cached list may contain a template that is no longer available. */
export const templateQuery = (communityId: string, id: string) =>
  queryOptions({
    queryKey: templateKeys.template(communityId, id),
    ...persisted,
    queryFn: ({ signal }) => call(getTemplate, { params: { id }, signal }),
    staleTime: MINUTE_MS,
  })

/** Fetches the days that can be chosen, which change every day. */
export const datesQuery = (communityId: string) =>
  queryOptions({
    queryKey: templateKeys.dates(communityId),
    ...persisted,
    queryFn: ({ signal }) => call(listTemplateDates, { signal }),
    staleTime: MINUTE_MS,
  })

export const timesQuery = (communityId: string) =>
  queryOptions({
    queryKey: templateKeys.times(communityId),
    ...persisted,
    queryFn: ({ signal }) => call(listTemplateTimes, { signal }),
    staleTime: HOUR_MS,
  })

export const postPlacesQuery = (communityId: string) =>
  queryOptions({
    queryKey: templateKeys.places(communityId),
    ...persisted,
    queryFn: ({ signal }) => call(listLocations, { signal }),
    staleTime: 5 * MINUTE_MS,
  })

/** Fetches the deal to which the publication invites. */
export const invitingDealQuery = (id: string) =>
  queryOptions({
    queryKey: templateKeys.deal(id),
    queryFn: ({ signal }) => call(getDeal, { query: { id }, signal }),
    staleTime: MINUTE_MS,
  })
