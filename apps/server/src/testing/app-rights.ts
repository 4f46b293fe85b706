import { get, type FeatureRights } from './rights.ts'

/** Marks the row of a call from another machine, to a route that only serves callers on the same machine. */
export const FROM_ANOTHER_MACHINE = 'from elsewhere'

/** The rights table of the routes that belong to no feature. */
export const sharedRights: FeatureRights = {
  table: `
                              | nobody   | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer | stranger
GET /healthz                  | .        | .        | .        | .          | .        | .             | .         | .        | .
GET /readyz                   | .        | .        | .        | .          | .        | .             | .         | .        | .
GET /.well-known/assetlinks.json | .        | .        | .        | .          | .        | .             | .         | .        | .
GET /.well-known/apple-app-site-association | .        | .        | .        | .          | .        | .             | .         | .        | .
GET /metrics                  | .        | .        | .        | .          | .        | .             | .         | .        | .
GET /metrics (from elsewhere) | error404 | error404 | error404 | error404   | error404 | error404      | error404  | error404 | error404
GET /docs/api                 | .        | .        | .        | .          | .        | .             | .         | .        | .
GET /docs/mails               | .        | .        | .        | .          | .        | .             | .         | .        | .
GET /docs/mails (from elsewhere) | error404 | error404 | error404 | error404 | error404 | error404     | error404  | error404 | error404
`,
  calls: async () => ({
    'GET /healthz': get('/healthz'),
    'GET /readyz': get('/readyz'),
    'GET /.well-known/assetlinks.json': get('/.well-known/assetlinks.json'),
    'GET /.well-known/apple-app-site-association': get('/.well-known/apple-app-site-association'),
    'GET /metrics': get('/metrics'),
    'GET /metrics (from elsewhere)': { ...get('/metrics'), headers: { 'x-forwarded-for': '192.0.2.7' } },
    'GET /docs/api': get('/docs/api'),
    'GET /docs/mails': get('/docs/mails'),
    'GET /docs/mails (from elsewhere)': { ...get('/docs/mails'), headers: { 'x-forwarded-for': '192.0.2.7' } },
  }),
}
