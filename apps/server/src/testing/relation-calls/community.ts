import type { RelationCall } from '../relations.ts'
import { json } from '../rights.ts'
import type { TestServer } from '../test-server.ts'
import { picture } from './content-things.ts'
import { home, newPlace, welcomePdf } from './place-things.ts'
import { withBody, withoutBody } from './requests.ts'

/** Calls about communities and their places. */
export const communityCalls = (server: TestServer): Record<string, RelationCall> => ({
  'PUT /admin/places/:id': {
    make: newPlace(server),
    ask: withBody('PUT', '/admin/places/:id', { name: 'Grand verger' }),
  },
  'DELETE /admin/places/:id': { make: newPlace(server), ask: withoutBody('DELETE', id => `/admin/places/${id}`) },
  'PUT /admin/community (_id)': {
    make: home(server),
    ask: id => json('PUT', '/admin/community', { _id: id, fax: null }),
  },
  'PUT /communities/map (_id)': {
    make: home(server),
    ask: id => json('PUT', '/communities/map', { _id: id, mapPhotoUri: null }),
  },
  'PUT /communities/map (mapPhotoUri)': {
    make: picture(server, 'unused'),
    ask: async id =>
      json('PUT', '/communities/map', { _id: await server.communityId('les-tilleuls'), mapPhotoUri: `/media/${id}` }),
  },
  'GET /communities/:id/welcome.pdf': {
    make: welcomePdf(server),
    ask: withoutBody('GET', id => `/communities/${id}/welcome.pdf`),
  },
  'GET /communities/:idOrUri': { make: home(server), ask: withoutBody('GET', id => `/communities/${id}`) },
  'GET /communities/:idOrUri/information': {
    make: home(server),
    ask: withoutBody('GET', id => `/communities/${id}/information`),
  },
})
