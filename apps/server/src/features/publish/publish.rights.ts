import type { TemplateType } from '@parvis/contract/templates.ts'
import { sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import { get, json, NO_POSTS, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                                      | nobody    | guest          | neighbor | advertiser | employee  | administrator | webmaster | newcomer  | stranger
POST /events/publish                  | nosession | guestforbidden | .        | .          | .         | .             | .         | forbidden | .
POST /events/publish (members do not post) | nosession | guestforbidden | forbidden | forbidden | .      | .             | .         | forbidden | .
PUT /events/:id (the neighbor's)      | nosession | guestforbidden | .        | forbidden  | forbidden | forbidden     | forbidden | forbidden | error404
PUT /events/:id (another community's) | nosession | guestforbidden | error404 | error404   | error404  | error404      | error404  | forbidden | .
GET /templates/categories                    | nosession | .              | .         | .          | .         | .             | .         | forbidden | .
GET /templates/usedByGooddeals               | nosession | .              | .         | .          | .         | .             | .         | forbidden | .
GET /templates/dates                         | nosession | .              | .         | .          | .         | .             | .         | forbidden | .
GET /templates/times                         | nosession | .              | .         | .          | .         | .             | .         | forbidden | .
GET /templates/:id (a moment)                | nosession | .              | .         | .          | .         | .             | .         | forbidden | .
GET /templates/:id (a message)               | nosession | error404       | error404  | error404   | .         | .             | .         | forbidden | .
GET /templates/:id (the team's)              | nosession | error404       | error404  | error404   | .         | .             | .         | forbidden | error404
POST /templates                              | nosession | guestforbidden | forbidden | forbidden  | .         | .             | .         | forbidden | .
PUT /templates/:id (the team's)              | nosession | guestforbidden | forbidden | forbidden  | .         | .             | .         | forbidden | error404
PUT /templates/:id (the catalogue's)         | nosession | guestforbidden | forbidden | forbidden  | forbidden | forbidden     | forbidden | forbidden | forbidden
DELETE /templates/:id (the team's)           | nosession | guestforbidden | forbidden | forbidden  | .         | .             | .         | forbidden | error404
DELETE /templates/:id (the catalogue's)      | nosession | guestforbidden | forbidden | forbidden  | forbidden | forbidden     | forbidden | forbidden | forbidden
POST /templates/publish (a moment)           | nosession | guestforbidden | .         | forbidden  | .         | .             | .         | forbidden | .
POST /templates/publish (members do not post) | nosession | guestforbidden | . | forbidden | . | .           | .         | forbidden | .
POST /templates/publish (a request)          | nosession | guestforbidden | .         | forbidden  | .         | .             | .         | forbidden | .
POST /templates/publish (a message)          | nosession | guestforbidden | error404  | error404   | .         | .             | .         | forbidden | .
POST /templates/publish (the team's)         | nosession | guestforbidden | error404  | error404   | .         | .             | .         | forbidden | error404
POST /templates/publish (a deal's)           | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
POST /templates/publish (another's deal)     | nosession | guestforbidden | .         | forbidden  | .         | .             | .         | forbidden | .
`,
  calls: async ({ server, homeId, aboutPosts, whileDisabled }) => {
    const { db } = server
    const catalogue = async (type: TemplateType) =>
      (
        await db
          .selectFrom('templates')
          .select('id')
          .where('type', '=', type)
          .where('community_id', 'is', null)
          .where(sql<boolean>`coalesce('Neighborhood' = any (community_types), true)`)
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id
    const [moment, request, message] = [
      await catalogue('Activity'),
      await catalogue('Proposal'),
      await catalogue('Template'),
    ]
    const { category_id: categoryId } = await db
      .selectFrom('templates')
      .select('category_id')
      .where('id', '=', message)
      .executeTakeFirstOrThrow()
    const createTeamTemplate = async () => {
      const id = newId()
      await db
        .insertInto('templates')
        .values({
          id,
          community_id: homeId,
          category_id: categoryId,
          type: 'Template',
          name: 'Note',
          description: 'Bonjour',
          picto: 'memo',
          position: 0,
        })
        .execute()
      return id
    }
    const deal = await db
      .selectFrom('deals')
      .select(['id', 'template_id', 'user_id'])
      .where('template_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const setOwner = (user_id: string) => db.updateTable('deals').set({ user_id }).where('id', '=', deal.id).execute()
    const neighbor = await db
      .selectFrom('users')
      .select('id')
      .where('community_id', '=', homeId)
      .where('role', '=', 'neighbor')
      .limit(1)
      .executeTakeFirstOrThrow()
    const fromDeal = json('POST', '/templates/publish', { templateId: deal.template_id, goodDealId: deal.id })
    const publish = (templateId: string) => json('POST', '/templates/publish', { templateId })
    const body = { name: 'Note', description: 'Bonjour', categoryId }
    return {
      'POST /events/publish': json('POST', '/events/publish', { description: 'Bonjour' }),
      [`POST /events/publish (${NO_POSTS})`]: whileDisabled('accept_posts', () =>
        json('POST', '/events/publish', { description: 'Bonjour' }),
      ),
      [`POST /templates/publish (${NO_POSTS})`]: whileDisabled('accept_posts', () => publish(moment)),
      ...aboutPosts('PUT /events/:id', id => json('PUT', `/events/${id}`, { description: 'Bonsoir' })),
      'GET /templates/categories': get('/templates/categories'),
      'GET /templates/usedByGooddeals': get('/templates/usedByGooddeals'),
      'GET /templates/dates': get('/templates/dates'),
      'GET /templates/times': get('/templates/times'),
      'GET /templates/:id (a moment)': get(`/templates/${moment}`),
      'GET /templates/:id (a message)': get(`/templates/${message}`),
      "GET /templates/:id (the team's)": async () => get(`/templates/${await createTeamTemplate()}`),
      'POST /templates': json('POST', '/templates', body),
      "PUT /templates/:id (the team's)": async () =>
        json('PUT', `/templates/${await createTeamTemplate()}`, { name: 'Autre' }),
      "PUT /templates/:id (the catalogue's)": json('PUT', `/templates/${moment}`, { name: 'Autre' }),
      "DELETE /templates/:id (the team's)": async () => ({
        method: 'DELETE',
        url: `/templates/${await createTeamTemplate()}`,
      }),
      "DELETE /templates/:id (the catalogue's)": { method: 'DELETE', url: `/templates/${moment}` },
      'POST /templates/publish (a moment)': publish(moment),
      'POST /templates/publish (a request)': publish(request),
      'POST /templates/publish (a message)': publish(message),
      "POST /templates/publish (the team's)": async () => publish(await createTeamTemplate()),
      "POST /templates/publish (a deal's)": async () => {
        await setOwner(deal.user_id)
        return fromDeal
      },
      "POST /templates/publish (another's deal)": async () => {
        await setOwner(neighbor.id)
        return fromDeal
      },
    }
  },
}
