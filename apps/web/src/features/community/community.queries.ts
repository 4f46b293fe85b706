import { getCommunity, getCurrentCommunity } from '@parvis/contract/community.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Slug of the community visited last, which the next visit opens. */
    neighborhoodUri: string
  }
}

export const communityKeys = {
  all: ['community'] as const,
  one: (idOrUri: string) => [...communityKeys.all, idOrUri.toLowerCase()] as const,
  default: () => [...communityKeys.all, 'default', null] as const,
}

const FIVE_MINUTES = 300_000

export const communityQuery = (idOrUri: string) =>
  queryOptions({
    queryKey: communityKeys.one(idOrUri),
    ...persisted,
    queryFn: ({ signal }) => call(getCommunity, { params: { idOrUri }, signal }),
    staleTime: FIVE_MINUTES,
  })

/** The installation's default community, used when the device has no stored community. */
export const defaultCommunityQuery = () =>
  queryOptions({
    queryKey: communityKeys.default(),
    ...persisted,
    queryFn: ({ signal }) => call(getCurrentCommunity, { signal }),
    staleTime: FIVE_MINUTES,
  })
