import { newSecret } from '#server/kernel/secrets.ts'
import { addCase, type NewCase } from '#server/testing/moderation-cases.ts'
import { json, get, type RightsWorld, type FeatureRights } from '#server/testing/rights.ts'

const createCase = async (
  { server, homeId, neighborId, makeNeighborsPost }: RightsWorld,
  decided: NewCase['decided'] = null,
) => addCase(server, { communityId: homeId, authorId: neighborId, postId: await makeNeighborsPost(), decided })

export const rights: FeatureRights = {
  table: `
                                   | nobody       | guest          | neighbor  | advertiser | employee  | administrator | webmaster | newcomer  | stranger
GET /admin/moderation              | nosession    | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
GET /admin/moderation (everywhere) | nosession    | guestforbidden | forbidden | forbidden  | forbidden | forbidden     | .         | forbidden | forbidden
GET /admin/moderation/:id          | nosession    | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
PUT /admin/moderation/:id          | nosession    | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
PUT /admin/moderation/:id/restore  | nosession    | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
PUT /admin/moderation/:id/appeal   | nosession    | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
GET /moderation/mine               | nosession    | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
POST /moderation/appeals           | nosession    | guestforbidden | .         | error404   | error404  | error404      | error404  | forbidden | error404
POST /moderation/decision          | .            | .              | .         | .          | .         | .             | .         | .         | .
POST /moderation/decision (wrong)  | tokenexpired | tokenexpired   | tokenexpired | tokenexpired | tokenexpired | tokenexpired | tokenexpired | tokenexpired | tokenexpired
POST /moderation/appeal            | .            | .              | .         | .          | .         | .             | .         | .         | .
GET /moderation/counts             | nosession    | .              | .         | .          | .         | .             | .         | forbidden | .
`,
  calls: async world => ({
    'GET /admin/moderation': get('/admin/moderation'),
    'GET /admin/moderation (everywhere)': get('/admin/moderation?everywhere=true'),
    'GET /admin/moderation/:id': async () => get(`/admin/moderation/${await createCase(world)}`),
    'PUT /admin/moderation/:id': async () =>
      json('PUT', `/admin/moderation/${await createCase(world)}`, { decision: 'keep' }),
    'PUT /admin/moderation/:id/restore': async () =>
      json('PUT', `/admin/moderation/${await createCase(world, {})}/restore`, {}),
    'PUT /admin/moderation/:id/appeal': async () =>
      json('PUT', `/admin/moderation/${await createCase(world, { appealed: true })}/appeal`, {
        overturn: false,
        reason: 'Elle tient',
      }),
    'GET /moderation/mine': get('/moderation/mine'),
    'POST /moderation/appeals': async () =>
      json('POST', '/moderation/appeals', { caseId: await createCase(world, {}), text: 'Pardon' }),
    'POST /moderation/decision': async () => {
      const token = newSecret()
      await createCase(world, { token })
      return json('POST', '/moderation/decision', { token })
    },
    'POST /moderation/decision (wrong)': json('POST', '/moderation/decision', { token: 'none' }),
    'POST /moderation/appeal': async () => {
      const token = newSecret()
      await createCase(world, { token })
      return json('POST', '/moderation/appeal', { token, text: 'Pardon' })
    },
    'GET /moderation/counts': get('/moderation/counts'),
  }),
}
