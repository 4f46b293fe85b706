import type { Media } from '@parvis/contract/entity.ts'
import { type CommunityInformation, getInformation, listPlaces } from '@parvis/contract/information.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'
import { serverUrl, shellHeaders } from '#web/kernel/shell/shell.ts'

export const informationKeys = {
  root: ['information'] as const,
  ofCommunity: (communityId: string) => [...informationKeys.root, communityId] as const,
  information: (communityId: string) => [...informationKeys.ofCommunity(communityId), 'told'] as const,
  places: (communityId: string) => [...informationKeys.ofCommunity(communityId), 'places'] as const,
  pdf: (uri: string) => ['paper', uri] as const,
}

export const informationQuery = (communityId: string) =>
  queryOptions({
    queryKey: informationKeys.information(communityId),
    ...persisted,
    queryFn: ({ signal }) => call(getInformation, { params: { idOrUri: communityId }, signal }),
    gcTime: Infinity,
    // Visitors receive no live events of a community that is not theirs, so its page is refetched on focus.
    refetchOnWindowFocus: 'always',
  })

/** The cached site plan, of any community, whose picture has this URI; undefined if there is no such plan. */
export const findCachedPlan = (queryClient: QueryClient, uri: string): Media | undefined =>
  queryClient
    .getQueriesData<CommunityInformation>({
      queryKey: informationKeys.root,
      predicate: ({ queryKey }) => queryKey.at(-1) === 'told',
    })
    .flatMap(([, information]) => information?.plan ?? [])
    .find(plan => plan.uri === uri)

export const placesQuery = (communityId: string) =>
  queryOptions({
    queryKey: informationKeys.places(communityId),
    ...persisted,
    queryFn: ({ signal }) => call(listPlaces, { signal }),
  })

const throwNetworkError = () => {
  throw new ApiError('networkerror', 0)
}

/** Reads a response body and reports the progress, 0 to 1. */
const readBytes = async (reply: Response, onProgress: (share: number) => void): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(Number(reply.headers.get('content-length')))
  const reader = reply.body!.getReader()
  let offset = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes.set(chunk.value, offset)
    offset += chunk.value.length
    onProgress(offset / bytes.length)
  }
  return bytes
}

/** The bytes of a welcome PDF. The iframe that shows the PDF then loads it from the browser cache. */
export const pdfQuery = (uri: string, onProgress: (share: number) => void) =>
  queryOptions({
    queryKey: informationKeys.pdf(uri),
    queryFn: async ({ signal }) => {
      onProgress(0)
      const reply = await (
        import.meta.env.VITE_SERVER
          ? fetch(serverUrl(uri), { signal, credentials: 'omit', headers: shellHeaders() })
          : fetch(uri, { signal })
      ).catch(throwNetworkError)
      if (!reply.ok) throw new ApiError(reply.status === 404 ? 'error404' : 'unexpectederror', reply.status)
      return readBytes(reply, onProgress).catch(throwNetworkError)
    },
    staleTime: Infinity,
    // Not kept in memory after use, because a PDF can be 10 MB large.
    gcTime: 0,
  })
