import { getCommunity, getCurrentCommunity, getCurrentNeighborhood, listLocations } from '@parvis/contract/community.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { canSeeInsideCommunity, usableChannels } from './community.policy.ts'
import { presentCommunity, presentForOutsider, presentLocation } from './community.presenter.ts'
import {
  type CommunityRow,
  findCommunity,
  findCommunityById,
  findDefaultCommunity,
  findPlaces,
  findSlidePhotos,
} from './community.queries.ts'
import { communitySearchRoutes } from './find.routes.ts'
import { isMyPlace } from './place.columns.ts'

export const communityRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, settings } = platform
  const installation = { signInWithApple: settings.apple !== null }
  communitySearchRoutes(app, platform)

  const answer = async (found: CommunityRow | undefined, actor: Actor | null) => {
    const existing = found ?? fail('error404')
    // Without a weather provider no community shows the weather.
    const row = settings.weather !== null ? existing : { ...existing, weather: false }
    if (!canSeeInsideCommunity(row, actor)) return presentForOutsider(row, installation)
    const photos = await findSlidePhotos(
      db,
      row.slides.flatMap(slide => slide.photo_id ?? []),
    )
    const own =
      actor?.communityId === row.id
        ? { channelIds: actor.channelIds, channels: usableChannels(actor) }
        : { channelIds: [], channels: [] }
    return presentCommunity(row, photos, own, installation)
  }

  serve(app, getCommunity, [], async ({ params, actor }) => answer(await findCommunity(db, params.idOrUri), actor))

  serve(app, getCurrentCommunity, [], async ({ actor, query: { communityUri } }) => {
    if (communityUri !== undefined) return answer(await findCommunity(db, communityUri), actor)
    return answer(actor ? await findCommunityById(db, actor.communityId) : await findDefaultCommunity(db), actor)
  })

  serve(app, listLocations, [], async ({ actor }) => {
    const places = await findPlaces(db, actor.communityId)
    // Minors must not give away where they live, so “my place” is left out for them.
    return places.filter(place => !actor.isMinor || !isMyPlace(place)).map(presentLocation)
  })

  serve(app, getCurrentNeighborhood, [], async ({ actor }) =>
    answer(await findCommunityById(db, actor.communityId), actor),
  )
}
