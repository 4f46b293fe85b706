import { json, type Request } from '../rights.ts'

/** Returns a function that creates a request without a body about an entity, whose id is in the URL. */
export const withoutBody =
  (method: string, url: (id: string) => string) =>
  (id: string): Request => ({ method, url: url(id) })

/** Returns a function that creates a request with a body; the id of the entity replaces the parameter in the path. */
export const withBody =
  (method: string, path: string, body: object = {}) =>
  (id: string) =>
    json(method, path.replace(/:\w+/, id), body)
