import type { RelationCall } from '../relations.ts'
import { json } from '../rights.ts'
import { turnOnFactor } from '../second-factor.ts'
import type { TestServer } from '../test-server.ts'
import { addNeighbor, atHome, HOME, invitedMember, memberByLetter, newcomer, person } from './member-things.ts'
import { arrival, departure, newPlace, place, stay } from './place-things.ts'
import { withBody, withoutBody } from './requests.ts'

const addStay = async (server: TestServer): Promise<string> =>
  stay(server)({ ...atHome, userId: await addNeighbor(server) }, atHome)

const stayRequest = async (server: TestServer, id: string, method: string, path: string) =>
  json(method, path.replace(':id', id), { locationId: await place(server, HOME), arrival, departure })

/** Calls of administrators about members, invitations and stays. */
export const administrationCalls = (server: TestServer): Record<string, RelationCall> => ({
  'DELETE /admin/members/:id/second-factor': {
    owner: 'employee',
    make: async ({ userId, visitor }) => {
      await turnOnFactor(server, visitor)
      return userId
    },
    ask: withoutBody('DELETE', id => `/admin/members/${id}/second-factor`),
  },
  'GET /admin/members/:id': { make: person, ask: withoutBody('GET', id => `/admin/members/${id}`) },
  'PUT /admin/members/:id': { make: person, ask: withBody('PUT', '/admin/members/:id', { disabled: true }) },
  'PUT /admin/waiting/:id': { make: newcomer(server), ask: withBody('PUT', '/admin/waiting/:id', { letIn: true }) },
  'POST /admin/members/:id/reset': { make: person, ask: withoutBody('POST', id => `/admin/members/${id}/reset`) },
  'POST /admin/members/:id/code': {
    make: memberByLetter(server),
    ask: withoutBody('POST', id => `/admin/members/${id}/code`),
  },
  'POST /admin/members/:id/stays': {
    make: person,
    ask: id => stayRequest(server, id, 'POST', '/admin/members/:id/stays'),
  },
  'POST /admin/members/:id/stays (locationId)': {
    make: newPlace(server),
    ask: async id =>
      json('POST', `/admin/members/${await addNeighbor(server)}/stays`, { locationId: id, arrival, departure }),
  },
  'PUT /admin/stays/:id': { make: stay(server), ask: id => stayRequest(server, id, 'PUT', '/admin/stays/:id') },
  'PUT /admin/stays/:id (locationId)': {
    make: newPlace(server),
    ask: async id => json('PUT', `/admin/stays/${await addStay(server)}`, { locationId: id, arrival, departure }),
  },
  'DELETE /admin/stays/:id': { make: stay(server), ask: withoutBody('DELETE', id => `/admin/stays/${id}`) },
  'POST /admin/invitations (stay)': {
    make: newPlace(server),
    ask: id => json('POST', '/admin/invitations', { stay: { locationId: id, arrival, departure } }),
  },
  'DELETE /admin/invitations/:id': {
    make: invitedMember(server),
    ask: withoutBody('DELETE', id => `/admin/invitations/${id}`),
  },
})
