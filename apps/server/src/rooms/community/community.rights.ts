import { get, type RoomRights } from '#server/testing/rights.ts'

export const rights: RoomRights = {
  table: `
                           | nobody    | guest | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /communities           | .         | .     | .        | .          | .        | .             | .         | .         | .
GET /communities/:idOrUri  | .         | .     | .        | .          | .        | .             | .         | .         | .
GET /locations             | nosession | .     | .        | .          | .        | .             | .         | forbidden | .
GET /neighborhoods/current | nosession | .     | .        | .          | .        | .             | .         | forbidden | .
`,
  calls: async () => ({
    'GET /communities': get('/communities'),
    'GET /communities/:idOrUri': get('/communities/les-tilleuls'),
    'GET /locations': get('/locations'),
    'GET /neighborhoods/current': get('/neighborhoods/current'),
  }),
}
