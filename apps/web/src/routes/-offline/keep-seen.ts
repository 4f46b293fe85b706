import { hashKey, onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import { onCallFailed } from '#web/kernel/http/query-client.ts'
import { keptOnDevice } from '#web/kernel/offline/kept.ts'
import { isKept, keptAnswerOf, outdated } from '#web/kernel/offline/kept-queries.ts'
import {
  dropKept,
  forgetKept,
  openKept,
  readKept,
  writeKept,
  writeKeptLeaving,
} from '#web/kernel/offline/kept-store.ts'
import { keepPosts, type KeptPosts } from '#web/features/feed/kept-posts.ts'
import { postsIn } from '#web/features/feed/posts.store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { POSTS, restoreSeen } from './restore-seen.ts'

/** Frequent changes are written in batches, in milliseconds. */
const WRITE_MS = 500

/**
 * Persists the query cache and the posts on the device while the member given by `getUserId` is signed in. Returns a
 * function that replaces everything persisted by the current cache, for when a person must no longer appear in older
 * data.
 */
export const keepSeen = (queryClient: QueryClient, readerOf: () => string | undefined): (() => Promise<void>) => {
  const changed = new Set<Query>()
  let arePostsChanged = true
  /** The user whose store is open. */
  let owner: string | undefined
  /** Posts of earlier visits, which this one may never show. */
  let older: KeptPosts | undefined
  let holder = readerOf()
  let timer: ReturnType<typeof setTimeout> | undefined
  const posts = postsIn(queryClient)

  /** The changes since the last call; null if there is nothing to write. */
  const takeChanged = (): Parameters<typeof writeKept> | null => {
    clearTimeout(timer)
    timer = undefined
    const me = readerOf()
    if (me === undefined || me !== owner) return null
    const queries = [...changed].filter(query => isKept(query))
    changed.clear()
    if (queries.length === 0 && !arePostsChanged) return null
    const others = new Map<string, unknown>(arePostsChanged ? [[POSTS, keepPosts(posts, older)]] : [])
    arePostsChanged = false
    return [me, new Map(queries.map(query => [query.queryHash, keptAnswerOf(query)])), others]
  }
  const write = async () => {
    const taken = takeChanged()
    if (taken) await writeKept(...taken)
  }
  const writeLeaving = () => {
    const taken = takeChanged()
    if (taken) writeKeptLeaving(...taken)
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => void write(), WRITE_MS)
  }
  const writeAll = () => {
    for (const query of queryClient.getQueryCache().getAll()) changed.add(query)
    arePostsChanged = true
    writeSoon()
  }
  const open = async (me: string) => {
    await openKept(me)
    const seen = await readKept()
    if (me !== readerOf()) return
    older = seen?.others.get(POSTS) as KeptPosts | undefined
    owner = me
    writeAll()
    const old = seen ? outdated(seen.answers, hashKey, Date.now()) : []
    if (old.length > 0) await dropKept(old)
  }

  // The log-in form writes the session straight into the cache, where the persistence options are not yet set.
  queryClient.setQueryDefaults(sessionKeys.current, keptOnDevice)
  const session = queryClient.getQueryCache().find({ queryKey: sessionKeys.current })
  session?.setOptions({ ...session.options, ...keptOnDevice })

  posts.entities.subscribe(() => {
    arePostsChanged = true
    writeSoon()
  })
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const me = readerOf()
    if (me !== holder) {
      holder = me
      owner = undefined
      older = undefined
      changed.clear()
      void (me === undefined ? forgetKept() : open(me))
    }
    if (type !== 'updated' || query.meta?.kept !== true) return
    changed.add(query)
    writeSoon()
  })
  // The system may kill a page in the background.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) writeLeaving()
  })
  addEventListener('pagehide', writeLeaving)

  // Data of earlier days becomes available as soon as the network is gone.
  let isRestoring = false
  /** Queries that are not persisted either, so that not every failure searches for them again. */
  const unseen = new Set<string>()
  const lacks = ({ meta, state, queryHash }: Query) =>
    meta?.kept === true && state.data === undefined && !unseen.has(queryHash)
  const restore = async () => {
    if (isRestoring) return
    isRestoring = true
    await write()
    await restoreSeen(queryClient).catch(() => {})
    for (const query of queryClient.getQueryCache().getAll()) if (lacks(query)) unseen.add(query.queryHash)
    isRestoring = false
    await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.isInvalidated })
  }
  onlineManager.subscribe(online => {
    unseen.clear()
    if (!online) void restore()
  })
  onCallFailed(({ key }) => {
    if (key === 'networkerror' && queryClient.getQueryCache().getAll().some(lacks)) void restore()
  })
  if (holder !== undefined)
    void open(holder).then(() => {
      // The network may have gone before this listener was added.
      if (!onlineManager.isOnline()) void restore()
    })
  return async () => {
    older = undefined
    await dropKept()
    writeAll()
  }
}
