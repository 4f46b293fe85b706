import { newId } from '../../kernel/ids.ts'
import type { RelationCall } from '../relations.ts'
import { get, json } from '../rights.ts'
import type { TestServer } from '../test-server.ts'
import { messageToCaller, messageToThird, pair, picture, post } from './content-things.ts'
import { addNeighbor, person, pseudo } from './member-things.ts'
import { withBody, withoutBody } from './requests.ts'

const messageRequest = (name: object) => json('POST', '/messages', { tmpId: newId(), text: 'Bonjour', ...name })

/** Calls about messages and conversations. */
export const messageCalls = (server: TestServer): Record<string, RelationCall> => ({
  'GET /messages/users/:id': { make: post(server), ask: withoutBody('GET', id => `/messages/users/${id}`) },
  'GET /messages (userId)': { make: pair(server), ask: id => get(`/messages?userId=${id}`) },
  'GET /messages (pseudo)': { make: pseudo(server), ask: id => get(`/messages?pseudo=${id}`) },
  'GET /messages (eventId)': { make: post(server), ask: id => get(`/messages?eventId=${id}`) },
  'POST /messages (to)': { make: person, ask: id => messageRequest({ to: id }) },
  'POST /messages (eventId)': { make: post(server), ask: id => messageRequest({ eventId: id }) },
  'POST /messages (image)': {
    make: picture(server, 'unused'),
    ask: async id => messageRequest({ to: await addNeighbor(server), image: `/media/${id}` }),
  },
  'POST /messages/exitchat (userId)': {
    make: pair(server),
    ask: id => json('POST', '/messages/exitchat', { userId: id }),
  },
  'POST /messages/exitchat (pseudo)': {
    make: pseudo(server),
    ask: id => json('POST', '/messages/exitchat', { pseudo: id }),
  },
  'POST /messages/exitchat (eventId)': {
    make: post(server),
    ask: id => json('POST', '/messages/exitchat', { eventId: id }),
  },
  'DELETE /messages/:id': { make: messageToThird(server), ask: withoutBody('DELETE', id => `/messages/${id}`) },
  'DELETE /messages/:id (written to the caller)': {
    make: messageToCaller(server),
    ask: withoutBody('DELETE', id => `/messages/${id}`),
  },
  'PUT /messages/flag/:id': { make: messageToThird(server), ask: withBody('PUT', '/messages/flag/:id') },
  'PUT /messages/flag/:id (written to the caller)': {
    make: messageToCaller(server),
    ask: withBody('PUT', '/messages/flag/:id'),
  },
})
