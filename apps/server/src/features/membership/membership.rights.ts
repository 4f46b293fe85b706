import { json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                                      | nobody       | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
PUT /api/user/language                | nosession    | .        | .        | .          | .        | .             | .         | .         | .
`,
  calls: async () => ({ 'PUT /api/user/language': json('PUT', '/api/user/language', { lang: 'fr' }) }),
}
