import { hashKey, onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import { onCallFailed } from '#web/kernel/http/query-client.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'
import { isPersisted, toPersistedAnswer, outdatedHashes } from '#web/kernel/offline/persisted-queries.ts'
import {
  deletePersisted,
  clearPersisted,
  openPersisted,
  readPersisted,
  writePersisted,
  writePersistedOnLeave,
} from '#web/kernel/offline/persisted-store.ts'
import { dehydratePosts, type PersistedPosts } from '#web/features/feed/persisted-posts.ts'
import { postsIn } from '#web/features/feed/posts.store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { POSTS, restorePersisted } from './restore-persisted.ts'

/** The delay before changes are written to the device, in milliseconds, so that frequent ones are batched. */
const WRITE_DELAY_MS = 500

/**
 * Persists the query cache and the posts on the device while the member given by `getUserId` is signed in. Returns a
 * function that replaces all persisted data by the current cache, to remove a hidden person from older data.
 */
export const persistQueryCache = (
  queryClient: QueryClient,
  getUserId: () => string | undefined,
): (() => Promise<void>) => {
  const changed = new Set<Query>()
  let arePostsChanged = true
  let owner: string | undefined
  /** Persisted posts of earlier visits, which stay persisted even if this visit never loads them. */
  let previousPosts: PersistedPosts | undefined
  let currentUserId = getUserId()
  let timer: ReturnType<typeof setTimeout> | undefined
  const posts = postsIn(queryClient)

  const consumeChanges = (): Parameters<typeof writePersisted> | null => {
    clearTimeout(timer)
    timer = undefined
    const userId = getUserId()
    if (userId === undefined || userId !== owner) return null
    const queries = [...changed].filter(query => isPersisted(query))
    changed.clear()
    if (queries.length === 0 && !arePostsChanged) return null
    const otherEntries = new Map<string, unknown>(
      arePostsChanged ? [[POSTS, dehydratePosts(posts, previousPosts)]] : [],
    )
    arePostsChanged = false
    return [userId, new Map(queries.map(query => [query.queryHash, toPersistedAnswer(query)])), otherEntries]
  }
  const write = async () => {
    const changes = consumeChanges()
    if (changes) await writePersisted(...changes)
  }
  const writeBeforeExit = () => {
    const changes = consumeChanges()
    if (changes) writePersistedOnLeave(...changes)
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => void write(), WRITE_DELAY_MS)
  }
  const writeAll = () => {
    for (const query of queryClient.getQueryCache().getAll()) changed.add(query)
    arePostsChanged = true
    writeSoon()
  }
  const open = async (userId: string) => {
    await openPersisted(userId)
    const persisted = await readPersisted()
    if (userId !== getUserId()) return
    previousPosts = persisted?.others.get(POSTS) as PersistedPosts | undefined
    owner = userId
    writeAll()
    const expired = persisted ? outdatedHashes(persisted.answers, hashKey, Date.now()) : []
    if (expired.length > 0) await deletePersisted(expired)
  }

  // The log-in form writes the session directly into the cache, where the query has no `persisted` option yet.
  queryClient.setQueryDefaults(sessionKeys.current, persisted)
  const session = queryClient.getQueryCache().find({ queryKey: sessionKeys.current })
  session?.setOptions({ ...session.options, ...persisted })

  posts.entities.subscribe(() => {
    arePostsChanged = true
    writeSoon()
  })
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const userId = getUserId()
    if (userId !== currentUserId) {
      currentUserId = userId
      owner = undefined
      previousPosts = undefined
      changed.clear()
      void (userId === undefined ? clearPersisted() : open(userId))
    }
    if (type !== 'updated' || query.meta?.persisted !== true) return
    changed.add(query)
    writeSoon()
  })
  // Written when the page is hidden, because the system may kill it in the background.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) writeBeforeExit()
  })
  addEventListener('pagehide', writeBeforeExit)

  // Without a network, data persisted on earlier days is restored at once.
  let isRestoring = false
  /** Hashes of queries that are not persisted, so that a repeated failure does not look for them again. */
  const notPersisted = new Set<string>()
  const isMissing = ({ meta, state, queryHash }: Query) =>
    meta?.persisted === true && state.data === undefined && !notPersisted.has(queryHash)
  const restore = async () => {
    if (isRestoring) return
    isRestoring = true
    await write()
    await restorePersisted(queryClient).catch(() => {})
    for (const query of queryClient.getQueryCache().getAll()) if (isMissing(query)) notPersisted.add(query.queryHash)
    isRestoring = false
    await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.isInvalidated })
  }
  onlineManager.subscribe(online => {
    notPersisted.clear()
    if (!online) void restore()
  })
  onCallFailed(({ key }) => {
    if (key === 'networkerror' && queryClient.getQueryCache().getAll().some(isMissing)) void restore()
  })
  if (currentUserId !== undefined)
    void open(currentUserId).then(() => {
      // The network may have been lost before this listener was added.
      if (!onlineManager.isOnline()) void restore()
    })
  return async () => {
    previousPosts = undefined
    await deletePersisted()
    writeAll()
  }
}
