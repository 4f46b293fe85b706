import { addDeal, dealBody } from '../deals.ts'
import type { RelationCall } from '../relations.ts'
import { get, json } from '../rights.ts'
import type { TestServer } from '../test-server.ts'
import { deal, pendingDeal, picture, template } from './content-things.ts'
import { withBody, withoutBody } from './requests.ts'

const calls = (server: TestServer): Record<string, RelationCall> => ({
  'GET /gooddeals (id)': { make: deal(server), ask: id => get(`/gooddeals?id=${id}`) },
  'GET /gooddeals (id, waits)': {
    make: pendingDeal(server),
    ask: id => get(`/gooddeals?id=${id}`),
  },
  'POST /gooddeals (photoUri)': {
    make: picture(server, 'unused'),
    ask: async id => json('POST', '/gooddeals', await dealBody(server, { photoUri: `/media/${id}` })),
  },
  'POST /gooddeals (templateId)': {
    make: template(server),
    ask: async id => json('POST', '/gooddeals', await dealBody(server, { templateId: id })),
  },
  'PUT /gooddeals/:id': {
    make: deal(server),
    ask: withBody('PUT', '/gooddeals/:id', { title: 'Autre' }),
  },
  'PUT /gooddeals/:id (photoUri)': {
    make: picture(server, 'unused'),
    ask: async id => json('PUT', `/gooddeals/${await addDeal(server)}`, { photoUri: `/media/${id}` }),
  },
  'PUT /gooddeals/:id (templateId)': {
    make: template(server),
    ask: async id => json('PUT', `/gooddeals/${await addDeal(server)}`, { templateId: id }),
  },
  'POST /gooddeals/end/:id': { make: deal(server), ask: withBody('POST', '/gooddeals/end/:id') },
  'DELETE /gooddeals/:id': {
    make: deal(server),
    ask: withoutBody('DELETE', id => `/gooddeals/${id}`),
  },
  'PUT /gooddeals/map (_id)': {
    make: deal(server),
    ask: id => json('PUT', '/gooddeals/map', { _id: id, mapPhotoUri: null }),
  },
  'PUT /gooddeals/map (mapPhotoUri)': {
    make: picture(server, 'unused'),
    ask: async id => json('PUT', '/gooddeals/map', { _id: await addDeal(server), mapPhotoUri: `/media/${id}` }),
  },
  'PUT /gooddeals/flag/:id': { make: deal(server), ask: withBody('PUT', '/gooddeals/flag/:id') },
  'POST /gooddeals/seen/:id': {
    make: deal(server),
    ask: withBody('POST', '/gooddeals/seen/:id'),
  },
  'POST /gooddeals/route/:id': {
    make: deal(server),
    ask: withBody('POST', '/gooddeals/route/:id'),
  },
  'PUT /admin/deals/:id': {
    make: pendingDeal(server),
    ask: withBody('PUT', '/admin/deals/:id', { approve: true }),
  },
})

/** Calls about good deals, whose owners are advertisers. */
export const dealCalls = (server: TestServer): Record<string, RelationCall> =>
  Object.fromEntries(Object.entries(calls(server)).map(([name, call]) => [name, { ...call, owner: 'advertiser' }]))
