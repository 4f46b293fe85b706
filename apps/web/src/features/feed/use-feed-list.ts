import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { contentOf, type ListContent, type Read, type Top } from './feed.lists.ts'
import type { ListName } from './feed.queries.ts'
import { bySection } from './feed.sections.ts'
import { postsIn } from './posts.store.ts'

const nothing: ListContent = { ids: [], above: bySection(() => []) }

/** A snapshot function for `useSyncExternalStore`, which returns the same object while nothing changes. */
const reader = (find: () => ListContent) => {
  let last = nothing
  return () => (last = replaceEqualDeep(last, find()))
}

/**
 * What a list shows. Updates when a post is added or removed, not when one changes, and as time passes, since pins
 * expire. Without a list id: the loaded posts.
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
