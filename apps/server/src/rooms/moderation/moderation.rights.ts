import { newId } from '#server/kernel/ids.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { json, get, type RightsWorld, type RoomRights } from '#server/testing/rights.ts'

/** A case about a post of the neighbor's. */
const makeCase = async (
  { server, homeId, neighborId, makeNeighborsPost }: RightsWorld,
  decided: { appealed?: boolean; token?: string } | null = null,
) => {
  const id = newId()
  const now = new Date()
  await server.db
    .insertInto('moderation_cases')
    .values({
      community_id: homeId,
      id,
      kind: 'post',
      subject_id: await makeNeighborsPost(),
      author_id: neighborId,
      author_community_id: homeId,
      concerns_minor: false,
      flags_count: 1,
      picture_ids: [],
      opened_at: now,
      flagged_at: now,
      ...(decided && {
        decision: 'hide',
        rule: 'respect',
        reason: 'Trop vif',
        decided_at: now,
        hidden_at: now,
        appealed_at: decided.appealed ? now : null,
        appeal_text: decided.appealed ? 'Pardon' : null,
        appeal_token_hash: decided.token ? hashSecret(decided.token) : null,
      }),
    })
    .execute()
  return id
}

export const rights: RoomRights = {
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
    'GET /admin/moderation/:id': async () => get(`/admin/moderation/${await makeCase(world)}`),
    'PUT /admin/moderation/:id': async () =>
      json('PUT', `/admin/moderation/${await makeCase(world)}`, { decision: 'keep' }),
    'PUT /admin/moderation/:id/restore': async () =>
      json('PUT', `/admin/moderation/${await makeCase(world, {})}/restore`, {}),
    'PUT /admin/moderation/:id/appeal': async () =>
      json('PUT', `/admin/moderation/${await makeCase(world, { appealed: true })}/appeal`, {
        overturn: false,
        reason: 'Elle tient',
      }),
    'GET /moderation/mine': get('/moderation/mine'),
    'POST /moderation/appeals': async () =>
      json('POST', '/moderation/appeals', { caseId: await makeCase(world, {}), text: 'Pardon' }),
    'POST /moderation/decision': async () => {
      const token = newSecret()
      await makeCase(world, { token })
      return json('POST', '/moderation/decision', { token })
    },
    'POST /moderation/decision (wrong)': json('POST', '/moderation/decision', { token: 'none' }),
    'POST /moderation/appeal': async () => {
      const token = newSecret()
      await makeCase(world, { token })
      return json('POST', '/moderation/appeal', { token, text: 'Pardon' })
    },
    'GET /moderation/counts': get('/moderation/counts'),
  }),
}
