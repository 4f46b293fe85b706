import type { Feature } from '#server/kernel/feature.ts'
import { findStoredWelcomePdfIds } from './community-information.service.ts'
import { findEncryptedRegisterKey } from './community.service.ts'
import { communityPictures } from './community.pictures.ts'
import { communityRoutes } from './community.routes.ts'

/** A free public map style of OpenFreeMap; needs no API key. */
const TILES_STYLE_URL = 'https://tiles.openfreemap.org/styles/positron'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** The URL of the style of the maps; null for maps without tiles. */
    tilesStyleUrl: URL | null
  }
}

const isWebAddress = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

export const communityFeature: Feature = {
  routes: communityRoutes,
  pictures: communityPictures,
  findEncryptedSample: findEncryptedRegisterKey,
  findReferencedIds: findStoredWelcomePdfIds,
  readSettings: ({ TILES_STYLE_URL: address = TILES_STYLE_URL, TILES_HOSTS: hosts = '' }) => {
    if (address && !isWebAddress(address))
      throw new Error(
        `TILES_STYLE_URL must be the address of a map style, such as ${TILES_STYLE_URL}, or empty, not "${address}".`,
      )
    const others = hosts.split(',').flatMap(host => host.trim() || [])
    const wrong = others.find(host => !isWebAddress(host))
    if (wrong)
      throw new Error(
        `TILES_HOSTS must name, with commas between, where the style has its tiles from, such as https://tiles.example.org, not "${wrong}".`,
      )
    const tilesStyleUrl = address ? new URL(address) : null
    return {
      tilesStyleUrl,
      externalOrigins: tilesStyleUrl
        ? [...new Set([tilesStyleUrl.href, ...others].map(one => new URL(one).origin))]
        : [],
    }
  },
}
