import { newId } from '#server/kernel/ids.ts'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                                          | nobody    | guest          | neighbor  | advertiser | employee  | administrator | webmaster | newcomer  | stranger
GET /templates/alerts-status              | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
GET /templates/alerts                     | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
POST /templates/alerts-status             | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
DELETE /templates/alerts-status           | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
POST /templates/alerts (the catalogue's)  | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
POST /templates/alerts (the team's)       | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
POST /templates/alerts (a silent one)     | nosession | guestforbidden | forbidden | forbidden  | forbidden | forbidden     | forbidden | forbidden | error404
POST /templates/alerts (nothing's)        | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | error404
DELETE /templates/alert/:templateId       | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
GET /notifications                        | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
POST /notifications/read                  | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
GET /notifications/settings               | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
PUT /notifications/settings               | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
GET /notifications/quiet-hours            | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
PUT /notifications/quiet-hours            | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
DELETE /notifications/quiet-hours         | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
`,
  calls: async ({ server: { db }, homeId }) => {
    const { id: category } = await db
      .selectFrom('template_categories')
      .select('id')
      .where('community_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const createTeamTemplate = async (accept_notif: boolean) => {
      const id = newId()
      const fields = { name: 'Note', description: 'Bonjour', picto: 'memo', position: 0 }
      await db
        .insertInto('templates')
        .values({ ...fields, id, community_id: homeId, category_id: category, type: 'Template', accept_notif })
        .execute()
      return id
    }
    const add = (id: string) => json('POST', '/templates/alerts', { templatesIds: [id] })
    const [teams, silent] = [await createTeamTemplate(true), await createTeamTemplate(false)]
    return {
      'GET /templates/alerts-status': get('/templates/alerts-status'),
      'GET /templates/alerts': get('/templates/alerts'),
      'POST /templates/alerts-status': { method: 'POST', url: '/templates/alerts-status' },
      'DELETE /templates/alerts-status': { method: 'DELETE', url: '/templates/alerts-status' },
      "POST /templates/alerts (the catalogue's)": add(category),
      "POST /templates/alerts (the team's)": add(teams),
      'POST /templates/alerts (a silent one)': add(silent),
      "POST /templates/alerts (nothing's)": add(newId()),
      'DELETE /templates/alert/:templateId': { method: 'DELETE', url: `/templates/alert/${newId()}` },
      'GET /notifications': get('/notifications'),
      'GET /notifications/quiet-hours': get('/notifications/quiet-hours'),
      'PUT /notifications/quiet-hours': json('PUT', '/notifications/quiet-hours', { from: '21:30', until: '08:00' }),
      'DELETE /notifications/quiet-hours': { method: 'DELETE', url: '/notifications/quiet-hours' },
      'POST /notifications/read': json('POST', '/notifications/read', { upTo: newId() }),
      'GET /notifications/settings': get('/notifications/settings'),
      'PUT /notifications/settings': json('PUT', '/notifications/settings', { welcome: false }),
    }
  },
}
