import { get, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                           | nobody    | guest | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /communities           | .         | .     | .        | .          | .        | .             | .         | .         | .
GET /communities/:idOrUri  | .         | .     | .        | .          | .        | .             | .         | .         | .
GET /locations             | nosession | .     | .        | .          | .        | .             | .         | forbidden | .
GET /neighborhoods/current | nosession | .     | .        | .          | .        | .             | .         | forbidden | .
GET /communities/search    | .         | .     | .        | .          | .        | .             | .         | .         | .
GET /communities/near      | .         | .     | .        | .          | .        | .             | .         | .         | .
GET /cities/search         | .         | .     | .        | .          | .        | .             | .         | .         | .
GET /cities/:cityId        | .         | .     | .        | .          | .        | .             | .         | .         | .
`,
  calls: async ({ server: { db } }) => ({
    'GET /communities': get('/communities'),
    'GET /communities/:idOrUri': get('/communities/les-tilleuls'),
    'GET /locations': get('/locations'),
    'GET /neighborhoods/current': get('/neighborhoods/current'),
    'GET /communities/search': get('/communities/search?name=tilleuls'),
    'GET /communities/near': get('/communities/near?longitude=6.1286&latitude=45.8987'),
    'GET /cities/search': get('/cities/search?name=ann'),
    'GET /cities/:cityId': get(
      `/cities/${(await db.selectFrom('cities').select('id').limit(1).executeTakeFirstOrThrow()).id}`,
    ),
  }),
}
