import { forgetOldEntries } from './kernel/audit.ts'
import type { AnyJob } from './kernel/jobs/jobs.ts'
import { type Sweep, sweepJob } from './kernel/jobs/sweeps.ts'
import { forgetOldHits } from './kernel/limits/rate-limit.ts'
import type { Room } from './kernel/room.ts'
import { type FindStored, strayFilesJob } from './kernel/stray-files.ts'
import { adminRoom } from './rooms/admin/admin.room.ts'
import { auditRoom } from './rooms/audit/audit.room.ts'
import { blocksRoom } from './rooms/blocks/blocks.room.ts'
import { chatRoom } from './rooms/chat/chat.room.ts'
import { communityRoom } from './rooms/community/community.room.ts'
import { dealsRoom } from './rooms/deals/deals.room.ts'
import { digestsRoom } from './rooms/digests/digests.room.ts'
import { feedRoom } from './rooms/feed/feed.room.ts'
import { informationRoom } from './rooms/information/information.room.ts'
import { installationRoom } from './rooms/installation/installation.room.ts'
import { leavingRoom } from './rooms/leaving/leaving.room.ts'
import { mediaRoom } from './rooms/media/media.room.ts'
import { moderationRoom } from './rooms/moderation/moderation.room.ts'
import { notificationsRoom } from './rooms/notifications/notifications.room.ts'
import { peopleRoom } from './rooms/people/people.room.ts'
import { profileRoom } from './rooms/profile/profile.room.ts'
import { publishRoom } from './rooms/publish/publish.room.ts'
import { pushRoom } from './rooms/push/push.room.ts'
import { realtimeRoom } from './rooms/realtime/realtime.room.ts'
import { sessionRoom } from './rooms/session/session.room.ts'
import { setupRoom } from './rooms/setup/setup.room.ts'
import { weatherRoom } from './rooms/weather/weather.room.ts'

/** Every room of the server. Who asks is known before anything is answered, so the session comes first. */
export const rooms: readonly Room[] = [
  sessionRoom,
  adminRoom,
  auditRoom,
  blocksRoom,
  chatRoom,
  communityRoom,
  dealsRoom,
  digestsRoom,
  feedRoom,
  informationRoom,
  installationRoom,
  leavingRoom,
  mediaRoom,
  moderationRoom,
  notificationsRoom,
  peopleRoom,
  profileRoom,
  publishRoom,
  pushRoom,
  realtimeRoom,
  setupRoom,
  weatherRoom,
]

/** Those of these ids under which a room keeps bytes in the storage. */
export const findStored: FindStored = async (db, ids) =>
  (await Promise.all(rooms.map(room => room.findStored?.(db, ids) ?? []))).flat()

const sweeps: readonly Sweep[] = [
  ({ db }) => forgetOldHits(db),
  ({ db, clock }) => forgetOldEntries(db, clock.now()),
  ...rooms.flatMap(room => room.sweeps ?? []),
]

/** Of all rooms: their queues are made at the start. */
export const allJobs: readonly AnyJob[] = [
  ...rooms.flatMap(room => room.jobs ?? []),
  sweepJob(sweeps),
  strayFilesJob(findStored),
]
