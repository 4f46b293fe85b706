import type { Feature } from '#server/kernel/feature.ts'
import { feedLiveEvents } from './feed.live-events.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { eraseAnswersOf, eraseDealTextsOf, erasePostsOf } from './erase-posts.service.ts'
import { digestFeed } from './feed-digest.service.ts'
import { exportFeed } from './feed-export.service.ts'
import { feedPictures } from './feed.pictures.ts'
import { changeMailJobs } from './change-mail.service.ts'
import { eventSubject } from './feed.notifications.ts'
import { feedRoutes } from './feed.routes.ts'
import { reportedPosts } from './reported-post.service.ts'
import { publishWelcome } from './welcome.service.ts'

export const feedFeature: Feature = {
  routes: (app, platform) => {
    feedRoutes(app, platform)
    calendarRoutes(app, platform)
  },
  liveEvents: feedLiveEvents,
  exports: ({ db }, recipient) => exportFeed(db, recipient),
  erase: {
    copies: eraseDealTextsOf,
    content: async (platform, member) => {
      await erasePostsOf(platform, member)
      await eraseAnswersOf(platform, member)
    },
  },
  reportable: [reportedPosts],
  onMemberWelcomed: publishWelcome,
  digest: digestFeed,
  pictures: feedPictures,
  jobs: changeMailJobs,
  notifications: { subjects: [eventSubject] },
}
