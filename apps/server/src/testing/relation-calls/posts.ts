import type { RelationCall } from '../relations.ts'
import { get, json, type Request } from '../rights.ts'
import type { TestServer } from '../test-server.ts'
import { channel, picture, post } from './content-things.ts'
import { calendar, digest, person } from './member-things.ts'
import { withBody, withoutBody } from './requests.ts'

const afterUnpinning = (server: TestServer, ask: (id: string) => Request) => async (id: string) => {
  await server.db.updateTable('events').set({ pinned_until: null }).where('pinned_until', 'is not', null).execute()
  return ask(id)
}

/** Calls about posts, their calendar and their digest. */
export const postCalls = (server: TestServer): Record<string, RelationCall> => ({
  'GET /events (userId)': { make: person, ask: id => get(`/events?userId=${id}`) },
  'GET /events/details/:id': { make: post(server), ask: withoutBody('GET', id => `/events/details/${id}`) },
  'GET /events/community/:id': { make: post(server), ask: withoutBody('GET', id => `/events/community/${id}`) },
  'GET /events/ics/:id': { make: post(server), ask: withoutBody('GET', id => `/events/ics/${id}`) },
  'GET /calendar/:file': { make: calendar(server), ask: withoutBody('GET', id => `/calendar/${id}.ics`) },
  'GET /digests/stop/:token': { make: digest(server), ask: withoutBody('GET', token => `/digests/stop/${token}`) },
  'POST /digests/stop/:token': {
    make: digest(server),
    ask: token => ({
      method: 'POST',
      url: `/digests/stop/${token}`,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
  'PUT /events/:id': { make: post(server), ask: withBody('PUT', '/events/:id', { description: 'Bonsoir' }) },
  'PUT /events/:id (photoUri)': {
    make: picture(server, 'unused'),
    ask: async (id, caller) =>
      json('PUT', `/events/${await post(server)(caller, caller)}`, { photoUri: `/media/${id}` }),
  },
  'PUT /events/:id (channelsIds)': {
    make: channel(server),
    ask: async (id, caller) => json('PUT', `/events/${await post(server)(caller, caller)}`, { channelsIds: [id] }),
  },
  'DELETE /events/:id': { make: post(server), ask: withoutBody('DELETE', id => `/events/${id}`) },
  'DELETE /events/:id (by an administrator)': { make: post(server), ask: withoutBody('DELETE', id => `/events/${id}`) },
  'POST /events/interested/:id': { make: post(server), ask: withoutBody('POST', id => `/events/interested/${id}`) },
  'POST /events/uninterested/:id': { make: post(server), ask: withoutBody('POST', id => `/events/uninterested/${id}`) },
  'POST /events/cancel/:id': { make: post(server), ask: withoutBody('POST', id => `/events/cancel/${id}`) },
  'PUT /events/flag/:id': { make: post(server), ask: withBody('PUT', '/events/flag/:id') },
  'PUT /events/pin/:id': {
    make: post(server),
    ask: afterUnpinning(server, id => ({ method: 'PUT', url: `/events/pin/${id}` })),
  },
  'DELETE /events/pin/:id': { make: post(server), ask: withoutBody('DELETE', id => `/events/pin/${id}`) },
  'POST /events/publish (photoUri)': {
    make: picture(server, 'unused'),
    ask: id => json('POST', '/events/publish', { description: 'Bonjour', photoUri: `/media/${id}` }),
  },
  'POST /events/publish (channelsIds)': {
    make: channel(server),
    ask: id => json('POST', '/events/publish', { description: 'Bonjour', channelsIds: [id] }),
  },
})
