import { get, type RoomRights } from '#server/testing/rights.ts'

/** The deal that waits is the advertiser's. */
export const rights: RoomRights = {
  table: `
                          | nobody    | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /gooddeals/categories | nosession | .        | .        | .          | .        | .             | .         | forbidden | .
GET /gooddeals/community  | nosession | .        | .        | .          | .        | .             | .         | forbidden | .
GET /gooddeals/categories (of the home) | . | .  | .        | .          | .        | .             | .         | .         | .
GET /gooddeals/community (of the home)  | . | .  | .        | .          | .        | .             | .         | .         | .
GET /gooddeals/community (private)      | error404 | error404 | error404 | error404 | error404 | error404 | .   | error404  | error404
GET /gooddeals            | .         | .        | .        | .          | .        | .             | .         | .         | .
GET /gooddeals (waits)    | error404  | error404 | error404 | .          | error404 | .             | .         | error404  | error404
`,
  calls: async ({ server: { db, communityId }, homeId }) => {
    const own = db.selectFrom('deals').select('id').where('community_id', '=', homeId)
    const [shown, waiting] = await own.limit(2).execute()
    await db.updateTable('deals').set({ approved_at: null }).where('id', '=', waiting!.id).execute()
    return {
      'GET /gooddeals/categories': get('/gooddeals/categories'),
      'GET /gooddeals/community': get('/gooddeals/community'),
      'GET /gooddeals/categories (of the home)': get(`/gooddeals/categories?communityId=${homeId}`),
      'GET /gooddeals/community (of the home)': get(`/gooddeals/community?communityId=${homeId}`),
      'GET /gooddeals/community (private)': get(
        `/gooddeals/community?communityId=${await communityId('residence-du-lac')}`,
      ),
      'GET /gooddeals': get(`/gooddeals?id=${shown!.id}`),
      'GET /gooddeals (waits)': get(`/gooddeals?id=${waiting!.id}`),
    }
  },
}
