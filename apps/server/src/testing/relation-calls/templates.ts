import { sql } from 'kysely'
import type { RelationCall } from '../relations.ts'
import { json } from '../rights.ts'
import type { TestServer } from '../test-server.ts'
import { category, dealOfTemplate, picture, template, templateChannel } from './content-things.ts'
import { atHome } from './member-things.ts'
import { equipment, newPlace } from './place-things.ts'
import { withBody, withoutBody } from './requests.ts'

const ownTemplate = (server: TestServer): Promise<string> => template(server)(atHome, atHome)

const someCategory = async (server: TestServer) =>
  (
    await server.db
      .selectFrom('template_categories')
      .select('id')
      .where('community_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id

const newTemplate = async (server: TestServer, more: object) =>
  json('POST', '/templates', { name: 'Note', description: 'Bonjour', categoryId: await someCategory(server), ...more })

const activityTemplateId = async (server: TestServer) =>
  (
    await server.db
      .selectFrom('templates')
      .select('id')
      .where('type', '=', 'Activity')
      .where('community_id', 'is', null)
      .where(sql<boolean>`coalesce('Neighborhood' = any (community_types), true)`)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id

const dealTemplateId = async (server: TestServer) =>
  (
    await server.db
      .selectFrom('deals')
      .select('template_id')
      .where('template_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).template_id

/** Calls about templates, and calls that publish from a template with another entity, such as a place or a deal. */
export const templateCalls = (server: TestServer): Record<string, RelationCall> => ({
  'GET /templates/:id': { make: template(server), ask: withoutBody('GET', id => `/templates/${id}`) },
  'PUT /templates/:id': { make: template(server), ask: withBody('PUT', '/templates/:id', { name: 'Autre' }) },
  'PUT /templates/:id (photoUri)': {
    make: picture(server, 'unused'),
    ask: async id => json('PUT', `/templates/${await ownTemplate(server)}`, { photoUri: `/media/${id}` }),
  },
  'PUT /templates/:id (channelId)': {
    make: templateChannel(server),
    ask: async id => json('PUT', `/templates/${await ownTemplate(server)}`, { channelId: id }),
  },
  'PUT /templates/:id (categoryId)': {
    make: category(server),
    ask: async id => json('PUT', `/templates/${await ownTemplate(server)}`, { categoryId: id }),
  },
  'DELETE /templates/:id': { make: template(server), ask: withoutBody('DELETE', id => `/templates/${id}`) },
  'POST /templates (photoUri)': {
    make: picture(server, 'unused'),
    ask: async id => newTemplate(server, { photoUri: `/media/${id}` }),
  },
  'POST /templates (channelId)': {
    make: templateChannel(server),
    ask: async id => newTemplate(server, { channelId: id }),
  },
  'POST /templates (categoryId)': { make: category(server), ask: async id => newTemplate(server, { categoryId: id }) },
  'POST /templates/publish (templateId)': {
    make: template(server),
    ask: id => json('POST', '/templates/publish', { templateId: id }),
  },
  'POST /templates/publish (channelsIds)': {
    make: templateChannel(server),
    ask: async id => json('POST', '/templates/publish', { templateId: await ownTemplate(server), channelsIds: [id] }),
  },
  'POST /templates/publish (locationId)': {
    make: newPlace(server),
    ask: async id =>
      json('POST', '/templates/publish', { templateId: await activityTemplateId(server), locationId: id }),
  },
  'POST /templates/publish (equipmentId)': {
    make: equipment(server),
    ask: async id =>
      json('POST', '/templates/publish', { templateId: await activityTemplateId(server), equipmentId: id }),
  },
  'POST /templates/publish (goodDealId)': {
    owner: 'advertiser',
    make: dealOfTemplate(server),
    ask: async id => json('POST', '/templates/publish', { templateId: await dealTemplateId(server), goodDealId: id }),
  },
  'POST /templates/alerts (templatesIds)': {
    make: template(server),
    ask: id => json('POST', '/templates/alerts', { templatesIds: [id] }),
  },
  'DELETE /templates/alert/:templateId': {
    make: template(server),
    ask: withoutBody('DELETE', id => `/templates/alert/${id}`),
  },
})
