import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { idsOf } from './feed.lists.ts'
import type { ListName, Read, Top } from './feed.pages.ts'
import { postsIn, type Posts } from './posts.store.ts'

const none: string[] = []

const areSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id, n) => id === b[n])

/** Reads the ids that a list shows now: the same array as long as they are the same. */
const reader = (list: ListName | null, data: Pick<Read, 'pages'> | undefined, top: Top | null, posts: Posts) => {
  let last = none
  return () => {
    const next = !data
      ? none
      : list
        ? idsOf(list, { pages: data.pages, top }, posts)
        : data.pages.flatMap(({ ids }) => ids.filter(id => posts.get(id)))
    return (last = areSame(last, next) ? last : next)
  }
}

/** The ids that a list shows, drawn again when one comes or goes and not when a post changes. Without a list, those of what was read. */
export const useFeedIds = (list: ListName | null, data: Pick<Read, 'pages'> | undefined, top: Top | null): string[] => {
  const posts = postsIn(useQueryClient())
  const read = useMemo(() => reader(list, data, top, posts), [list, data, top, posts])
  return useSyncExternalStore(posts.entities.subscribe, read)
}
