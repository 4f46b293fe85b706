import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { listContentOf, type ListContent, type LoadedList, type ListTop } from './feed.lists.ts'
import { mapSections } from './feed.sections.ts'
import { postStoreOf } from './posts.store.ts'
import type { ListId } from './list-id.ts'

const emptyContent: ListContent = { ids: [], above: mapSections(() => []) }

/** Creates a snapshot function for `useSyncExternalStore` that returns the same object until something changes. */
const createSnapshotReader = (find: () => ListContent) => {
  let last = emptyContent
  return () => (last = replaceEqualDeep(last, find()))
}

/** Without a list id, the loaded posts. Renders again as time passes, because pins expire, not when a post changes. */
export const useFeedList = (
  listId: ListId | null,
  data: Pick<LoadedList, 'pages'> | undefined,
  top: ListTop | null,
): ListContent => {
  const posts = postStoreOf(useQueryClient())
  useNow()
  const getSnapshot = useMemo(
    () =>
      createSnapshotReader(() => {
        if (!data) return emptyContent
        if (listId) return listContentOf(listId, { pages: data.pages, top }, posts)
        return { ...emptyContent, ids: data.pages.flatMap(({ ids }) => ids.filter(id => posts.get(id))) }
      }),
    [listId, data, top, posts],
  )
  return useSyncExternalStore(posts.entities.subscribe, getSnapshot)
}
