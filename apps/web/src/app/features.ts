import { admin } from '#web/features/admin/admin.feature.ts'
import { setOpenTaskCount } from '#web/features/admin/open-task-count.ts'
import { blocks } from '#web/features/blocks/blocks.feature.ts'
import { chat } from '#web/features/chat/chat.feature.ts'
import { community } from '#web/features/community/community.feature.ts'
import { deals } from '#web/features/deals/deals.feature.ts'
import { feed } from '#web/features/feed/feed.feature.ts'
import { applyPost } from '#web/features/feed/feed.live.ts'
import { onTemplatesChanged, refetchFeed } from '#web/features/feed/feed.templates.ts'
import { postStoreOf } from '#web/features/feed/posts.store.ts'
import { homeScreen } from '#web/features/home-screen/home-screen.feature.ts'
import { moderation } from '#web/features/moderation/moderation.feature.ts'
import { notifications } from '#web/features/notifications/notifications.feature.ts'
import { profile } from '#web/features/profile/profile.feature.ts'
import { publish } from '#web/features/publish/publish.feature.ts'
import { push } from '#web/features/push/push.feature.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import type { OutboxKind, WebFeature } from '#web/ui/feature.ts'

/** What the features declare. Summaries of unsent items count their kinds in this order. */
export const webFeatures: readonly WebFeature[] = [
  community,
  publish({
    onPublished: ({ queryClient }, post) => applyPost(queryClient, post),
    onTemplatesChanged: ({ queryClient }) => refetchFeed(queryClient),
    watchTemplates: onTemplatesChanged,
  }),
  chat,
  feed,
  moderation({
    onPostReported: ({ queryClient }, id) => postStoreOf(queryClient).markFlagged(id),
    onPendingCount: count => setOpenTaskCount(count, 'reports'),
  }),
  notifications,
  deals,
  profile({ onSaved: ({ queryClient }, user) => void queryClient.setQueryData(sessionKeys.current, user) }),
  blocks,
  admin,
  push,
  homeScreen,
]

export const outboxKinds: readonly OutboxKind[] = webFeatures.flatMap(({ outbox }) => outbox ?? [])
