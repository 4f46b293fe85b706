import { getDigest, readDigestLink } from '@parvis/contract/digests.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'

export const digestKeys = {
  all: ['digests'] as const,
  mine: () => [...digestKeys.all, 'mine'] as const,
  links: () => [...digestKeys.all, 'link'] as const,
}

/** How often what was missed is mailed to the reader. */
export const digestQuery = () =>
  queryOptions({
    queryKey: digestKeys.mine(),
    queryFn: ({ signal }) => call(getDigest, { signal }),
  })

/** The same of whoever was mailed the link, signed in or not. */
export const linkedDigestQuery = (token: string) =>
  queryOptions({
    queryKey: [...digestKeys.links(), token] as const,
    queryFn: ({ signal }) => call(readDigestLink, { body: { token }, signal }),
    gcTime: 0,
  })
