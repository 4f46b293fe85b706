import type { Point } from '@parvis/contract/community.ts'
import { getCity, listNearCommunities, searchCities, searchCommunities } from '@parvis/contract/find.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'

const findKeys = {
  all: ['find'] as const,
  cities: (name: string, here: Point | null) => [...findKeys.all, 'cities', name, here?.coordinates] as const,
  city: (id: string) => [...findKeys.all, 'city', id] as const,
  communities: (filter: CommunitiesFilter) =>
    [...findKeys.all, 'communities', filter.name, filter.cityId, filter.here?.coordinates] as const,
  near: (center: Point) => [...findKeys.all, 'near', ...center.coordinates] as const,
}

export interface CommunitiesFilter {
  /** Search text; empty lists all communities. */
  name: string
  cityId?: string
  /** The viewer's position, which sorts the nearest communities first. */
  here: Point | null
}

const positionParams = (here: Point | null) =>
  here ? { longitude: here.coordinates[0], latitude: here.coordinates[1] } : {}

export const communitiesQuery = (filter: CommunitiesFilter) =>
  infiniteQueryOptions({
    queryKey: findKeys.communities(filter),
    queryFn: ({ pageParam, signal }) =>
      call(searchCommunities, {
        query: {
          ...pageParam,
          ...(filter.name && { name: filter.name }),
          ...(filter.cityId && { cityId: filter.cityId }),
          ...positionParams(filter.here),
        },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })

export const citiesQuery = (name: string, here: Point | null) =>
  infiniteQueryOptions({
    queryKey: findKeys.cities(name, here),
    queryFn: ({ pageParam, signal }) =>
      call(searchCities, { query: { ...pageParam, ...(name && { name }), ...positionParams(here) }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })

export const cityQuery = (id: string) =>
  queryOptions({
    queryKey: findKeys.city(id),
    queryFn: ({ signal }) => call(getCity, { params: { cityId: id }, signal }),
    staleTime: 'static',
  })

/** Communities around a point; the previous communities remain visible while the new ones are loading. */
export const nearCommunitiesQuery = (center: Point) =>
  queryOptions({
    queryKey: findKeys.near(center),
    queryFn: ({ signal }) =>
      call(listNearCommunities, {
        query: { longitude: center.coordinates[0], latitude: center.coordinates[1] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
