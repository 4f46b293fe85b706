import { hashKey, onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import { onCallFailed } from '#web/kernel/http/query-client.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'
import { isPersisted, toPersistedResponse, outdatedHashes } from '#web/kernel/offline/persisted-queries.ts'
import {
  deletePersisted,
  clearPersisted,
  openPersisted,
  readPersisted,
  writePersisted,
  writePersistedOnLeave,
} from '#web/kernel/offline/persisted-store.ts'
import { dehydratePosts, type PersistedPosts } from '#web/features/feed/persisted-posts.ts'
import { postStoreOf } from '#web/features/feed/posts.store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { PERSISTED_POSTS_KEY, restorePersisted } from './restore-persisted.ts'

/** The delay before changes are written to the device, in milliseconds, so that frequent ones are batched. */
const WRITE_DELAY_MS = 500

/** Collects the changes of the query cache and of the posts, to be stored for the user whose id `getUserId` returns. */
const createChangeCollector = (queryClient: QueryClient, getUserId: () => string | undefined) => {
  const posts = postStoreOf(queryClient)
  const changed = new Set<Query>()
  let arePostsChanged = true
  let owner: string | undefined
  /** Persisted posts of earlier visits, which remain persisted even if this visit never loads them. */
  let previousPosts: PersistedPosts | undefined
  return {
    addQuery: (query: Query) => {
      changed.add(query)
    },
    addPosts: () => {
      arePostsChanged = true
    },
    addAll: () => {
      for (const query of queryClient.getQueryCache().getAll()) changed.add(query)
      arePostsChanged = true
    },
    setOwner: (userId: string, persistedPosts: PersistedPosts | undefined) => {
      previousPosts = persistedPosts
      owner = userId
    },
    clear: () => {
      owner = undefined
      previousPosts = undefined
      changed.clear()
    },
    forgetPreviousPosts: () => {
      previousPosts = undefined
    },
    /** Returns the changes since the last call, to be written to the device; null for none. */
    consume: (): Parameters<typeof writePersisted> | null => {
      const userId = getUserId()
      if (userId === undefined || userId !== owner) return null
      const queries = [...changed].filter(query => isPersisted(query))
      changed.clear()
      if (queries.length === 0 && !arePostsChanged) return null
      const otherEntries = new Map<string, unknown>(
        arePostsChanged ? [[PERSISTED_POSTS_KEY, dehydratePosts(posts, previousPosts)]] : [],
      )
      arePostsChanged = false
      return [userId, new Map(queries.map(query => [query.queryHash, toPersistedResponse(query)])), otherEntries]
    },
  }
}

type ChangeCollector = ReturnType<typeof createChangeCollector>

const createWriter = (changes: ChangeCollector) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const consumeChanges = () => {
    clearTimeout(timer)
    timer = undefined
    return changes.consume()
  }
  const write = async () => {
    const consumed = consumeChanges()
    if (consumed) await writePersisted(...consumed)
  }
  return {
    write,
    writeSoon: () => {
      timer ??= setTimeout(() => void write(), WRITE_DELAY_MS)
    },
    writeBeforeExit: () => {
      const consumed = consumeChanges()
      if (consumed) writePersistedOnLeave(...consumed)
    },
  }
}

/** Restores data of earlier visits when the network is lost or a request fails. Returns the restoring function. */
const restoreWhenOffline = (queryClient: QueryClient, write: () => Promise<void>) => {
  let isRestoring = false
  /** Hashes of queries without persisted data, so that a repeated failure does not read the store again for them. */
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
  return restore
}

/** Returns a function that replaces all persisted data by the current cache, to remove a hidden person. */
export const persistQueryCache = (
  queryClient: QueryClient,
  getUserId: () => string | undefined,
): (() => Promise<void>) => {
  let currentUserId = getUserId()
  const changes = createChangeCollector(queryClient, getUserId)
  const { write, writeSoon, writeBeforeExit } = createWriter(changes)
  const open = async (userId: string) => {
    await openPersisted(userId)
    const persisted = await readPersisted()
    if (userId !== getUserId()) return
    changes.setOwner(userId, persisted?.others.get(PERSISTED_POSTS_KEY) as PersistedPosts | undefined)
    changes.addAll()
    writeSoon()
    const expired = persisted ? outdatedHashes(persisted.answers, hashKey, Date.now()) : []
    if (expired.length > 0) await deletePersisted(expired)
  }

  // The log-in form writes the session directly into the cache, where the query has no `persisted` option yet.
  queryClient.setQueryDefaults(sessionKeys.current, persisted)
  const session = queryClient.getQueryCache().find({ queryKey: sessionKeys.current })
  session?.setOptions({ ...session.options, ...persisted })

  postStoreOf(queryClient).entities.subscribe(() => {
    changes.addPosts()
    writeSoon()
  })
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const userId = getUserId()
    if (userId !== currentUserId) {
      currentUserId = userId
      changes.clear()
      void (userId === undefined ? clearPersisted() : open(userId))
    }
    if (type !== 'updated' || query.meta?.persisted !== true) return
    changes.addQuery(query)
    writeSoon()
  })
  // Written when the page is hidden, because the system may end the page in the background.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) writeBeforeExit()
  })
  addEventListener('pagehide', writeBeforeExit)

  const restore = restoreWhenOffline(queryClient, write)
  if (currentUserId !== undefined)
    void open(currentUserId).then(() => {
      // The network may have been lost before this listener was added.
      if (!onlineManager.isOnline()) void restore()
    })
  return async () => {
    changes.forgetPreviousPosts()
    await deletePersisted()
    changes.addAll()
    writeSoon()
  }
}
