import type { Feature } from '#server/kernel/feature.ts'
import { findStoredPictureIds } from './media.service.ts'
import { exportPictures } from './media-export.service.ts'
import { erasePicturesOf, purgeUnusedPictures } from './remove-pictures.service.ts'
import { mediaJobs } from './media.jobs.ts'
import { mediaRoutes } from './media.routes.ts'

const VIDEO_OEMBED_URL = 'https://www.youtube.com/oembed'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** The oEmbed service that returns the titles of videos; null disables it. */
    videoOembedUrl: URL | null
  }
}

export const mediaFeature: Feature = {
  routes: mediaRoutes,
  jobs: mediaJobs,
  sweeps: [purgeUnusedPictures],
  findReferencedIds: findStoredPictureIds,
  exports: exportPictures,
  erase: { pictures: erasePicturesOf },
  readSettings: ({ VIDEO_OEMBED_URL: address = VIDEO_OEMBED_URL }) => {
    if (address && (!URL.canParse(address) || new URL(address).protocol !== 'https:'))
      throw new Error(`VIDEO_OEMBED_URL must be an address that begins with https, or empty, not "${address}".`)
    return { videoOembedUrl: address ? new URL(address) : null }
  },
}
