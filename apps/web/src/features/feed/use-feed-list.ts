import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { contentOf, type ListContent, type Read, type Top } from './feed.lists.ts'
import type { ListName } from './feed.queries.ts'
import { bySection } from './feed.sections.ts'
import { postsIn } from './posts.store.ts'

const nothing: ListContent = { ids: [], above: bySection(() => []) }

/** Reads a list as it is now: the same object as long as it is the same. */
const reader = (find: () => ListContent) => {
  let last = nothing
  return () => (last = replaceEqualDeep(last, find()))
}

/**
 * What a list shows, drawn again when a post comes or goes and not when one changes; looked at again as time passes,
 * which ends some of what stands above it. Without a list, the posts that were read.
 */
export const useFeedList = (
  list: ListName | null,
  data: Pick<Read, 'pages'> | undefined,
  top: Top | null,
): ListContent => {
  const posts = postsIn(useQueryClient())
  useNow()
  const read = useMemo(
    () =>
      reader(() => {
        if (!data) return nothing
        if (list) return contentOf(list, { pages: data.pages, top }, posts)
        return { ...nothing, ids: data.pages.flatMap(({ ids }) => ids.filter(id => posts.get(id))) }
      }),
    [list, data, top, posts],
  )
  return useSyncExternalStore(posts.entities.subscribe, read)
}
