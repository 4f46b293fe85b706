import { getCommunity, getCurrentCommunity, getCurrentNeighborhood } from '@parvis/contract/community.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/serve.ts'
import { presentCommunity } from './community.presenter.ts'
import { type CommunityRow, findCommunity, findCommunityById, findDefaultCommunity, findSlidePhotos } from './community.queries.ts'

export const communityRoutes = (app: FastifyInstance, { db }: Platform) => {
  const answer = async (found: CommunityRow | undefined) => {
    const row = found ?? fail('error404')
    return presentCommunity(row, await findSlidePhotos(db, row.slides.flatMap(slide => slide.photo_id ?? [])))
  }

  serve(app, getCommunity, [], async ({ params }) => answer(await findCommunity(db, params.idOrUri)))

  serve(app, getCurrentCommunity, [], async ({ actor }) => answer(actor ? await findCommunityById(db, actor.communityId) : await findDefaultCommunity(db)))

  serve(app, getCurrentNeighborhood, [], async ({ actor }) => answer(await findCommunityById(db, actor.communityId)))
}
