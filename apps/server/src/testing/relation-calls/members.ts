import type { RelationCall } from '../relations.ts'
import { get, json } from '../rights.ts'
import type { TestServer } from '../test-server.ts'
import { picture } from './content-things.ts'
import { person, pseudo, session } from './member-things.ts'
import { stayAndPlace } from './place-things.ts'
import { withBody, withoutBody } from './requests.ts'

/** Calls of a member about other members, sessions and stays. */
export const memberCalls = (server: TestServer): Record<string, RelationCall> => ({
  'GET /api/user (userId)': { make: person, ask: id => get(`/api/user?userId=${id}`) },
  'GET /api/user (pseudo)': { make: pseudo(server), ask: id => get(`/api/user?pseudo=${id}`) },
  'GET /api/user/pseudo (pseudo)': { make: pseudo(server), ask: id => get(`/api/user/pseudo?pseudo=${id}`) },
  'PUT /api/user (pseudo)': { make: pseudo(server), ask: id => json('PUT', '/api/user', { pseudo: id }) },
  'PUT /api/user (photoUri)': {
    make: picture(server, 'unused'),
    ask: id => json('PUT', '/api/user', { photoUri: `/media/${id}` }),
  },
  'PUT /api/flag/:id': { make: person, ask: withBody('PUT', '/api/flag/:id') },
  'PUT /users/block/:id': { make: person, ask: withBody('PUT', '/users/block/:id') },
  'PUT /users/unblock/:id': { make: person, ask: withBody('PUT', '/users/unblock/:id') },
  'POST /api/auth/switch (targetUserId)': {
    make: person,
    ask: async id =>
      json('POST', '/api/auth/switch', { communityId: await server.communityId('les-tilleuls'), targetUserId: id }),
  },
  'DELETE /api/user/sessions (_id)': {
    make: session(server),
    ask: withoutBody('DELETE', id => `/api/user/sessions?_id=${id}`),
  },
  'POST /api/booking (locationId)': {
    make: stayAndPlace(server),
    ask: id => json('POST', '/api/booking', { locationId: id }),
  },
})
