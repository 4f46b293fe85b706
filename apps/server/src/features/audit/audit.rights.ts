import { get, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                 | nobody    | guest          | neighbor  | advertiser | employee  | administrator | webmaster | newcomer  | stranger
GET /admin/audit | nosession | guestforbidden | forbidden | forbidden  | forbidden | forbidden     | .         | forbidden | forbidden
`,
  calls: async () => ({ 'GET /admin/audit': get('/admin/audit') }),
}
