import { get, type RoomRights } from '#server/testing/rights.ts'

export const rights: RoomRights = {
  table: `
                        | nobody    | guest          | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /messages/neighbors | nosession | guestforbidden | .        | .          | .        | .             | .         | forbidden | .
`,
  calls: async () => ({ 'GET /messages/neighbors': get('/messages/neighbors') }),
}
