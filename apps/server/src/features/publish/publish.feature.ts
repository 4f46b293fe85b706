import type { Feature } from '#server/kernel/feature.ts'
import { publishRoutes } from './publish.routes.ts'
import { templateLiveEvents } from './template.live-events.ts'
import { templateJobs } from './template.jobs.ts'
import { templateRoutes } from './template.routes.ts'

const VIDEO_OEMBED_URL = 'https://www.youtube.com/oembed'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** The oEmbed service that returns the titles of videos; null disables it. */
    videoOembedUrl: URL | null
  }
}

export const publishFeature: Feature = {
  routes: (app, platform) => {
    publishRoutes(app, platform)
    templateRoutes(app, platform)
  },
  liveEvents: templateLiveEvents,
  jobs: templateJobs,
  readSettings: ({ VIDEO_OEMBED_URL: address = VIDEO_OEMBED_URL }) => {
    if (address && (!URL.canParse(address) || new URL(address).protocol !== 'https:'))
      throw new Error(`VIDEO_OEMBED_URL must be an address that begins with https, or empty, not "${address}".`)
    return { videoOembedUrl: address ? new URL(address) : null }
  },
}
