import { json, type FeatureRights } from '#server/testing/rights.ts'

/** Both calls return 404 to everybody once the installation has a community. */
export const rights: FeatureRights = {
  table: `
                        | nobody   | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer | stranger
POST /admin/setup/open  | error404 | error404 | error404 | error404   | error404 | error404      | error404  | error404 | error404
POST /admin/setup       | error404 | error404 | error404 | error404   | error404 | error404      | error404  | error404 | error404
`,
  calls: async ({ server: { db, platform } }) => {
    const clearAttempts = () => db.deleteFrom('attempts').where('bucket', 'like', 'setup-address%').execute()
    const secret = platform.secretBox.derive('setup')
    const setup = {
      secret,
      lang: 'fr',
      communitytype: 'Neighborhood',
      longitude: null,
      latitude: null,
      sign: 'lake',
      wayIn: 'open',
    }
    return {
      'POST /admin/setup/open': async () => {
        await clearAttempts()
        return json('POST', '/admin/setup/open', { secret })
      },
      'POST /admin/setup': async () => {
        await clearAttempts()
        return json('POST', '/admin/setup', setup)
      },
    }
  },
}
