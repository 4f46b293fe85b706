import { json, type Request } from '../rights.ts'

/** A request about the entity, without a body. */
export const withoutBody =
  (method: string, url: (id: string) => string) =>
  (id: string): Request => ({ method, url: url(id) })

/** A request whose path names the entity by its only parameter. */
export const withBody =
  (method: string, path: string, body: object = {}) =>
  (id: string) =>
    json(method, path.replace(/:\w+/, id), body)
