import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = async ({ db, communityId }) => {
  const { photo_id: photo } = await db
    .selectFrom('events')
    .select('photo_id')
    .where('community_id', '=', await communityId('les-tilleuls'))
    .where('photo_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return [
    { name: 'zoom', route: '/zoom-image', path: `/zoom-image?uri=/media/${photo}`, as: 'neighbor' },
    { name: 'camera', route: '/appareil-photo', path: '/appareil-photo?from=post', as: 'neighbor' },
  ]
}
