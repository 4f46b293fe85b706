import { listLocations } from '@parvis/contract/community.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

/** The places of the community where members can have a stay. */
export const stayPlacesQuery = (communityId: string) =>
  queryOptions({
    queryKey: ['stay-places', communityId],
    ...persisted,
    queryFn: async ({ signal }) => {
      const places = await call(listLocations, { signal })
      return places.filter(({ kind }) => kind === 'location')
    },
  })
