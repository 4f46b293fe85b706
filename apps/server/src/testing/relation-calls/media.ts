import type { RelationCall } from '../relations.ts'
import type { TestServer } from '../test-server.ts'
import { picture } from './content-things.ts'
import { withoutBody } from './requests.ts'

/** Calls about pictures. */
export const mediaCalls = (server: TestServer): Record<string, RelationCall> => ({
  // This call returns only URLs; the rights are checked when the picture is fetched.
  'GET /media/addresses (ids)': {
    make: picture(server, 'post'),
    ask: withoutBody('GET', id => `/media/addresses?ids=${id}`),
  },
  "GET /media/:id/preview.jpg (a post's)": {
    make: picture(server, 'post'),
    ask: withoutBody('GET', id => `/media/${id}/preview.jpg`),
  },
  'GET /media/:id/:size (not used yet)': {
    make: picture(server, 'unused'),
    ask: withoutBody('GET', id => `/media/${id}/thumb`),
  },
  "GET /media/:id/:size (a post's)": {
    make: picture(server, 'post'),
    ask: withoutBody('GET', id => `/media/${id}/thumb`),
  },
  'GET /media/:id/:size (a portrait)': {
    make: picture(server, 'portrait'),
    ask: withoutBody('GET', id => `/media/${id}/thumb`),
  },
  "GET /media/:id/:size (a message's)": {
    make: picture(server, 'message'),
    ask: withoutBody('GET', id => `/media/${id}/thumb`),
  },
  "GET /media/:id/:size (a message's to others)": {
    make: picture(server, 'others'),
    ask: withoutBody('GET', id => `/media/${id}/thumb`),
  },
})
