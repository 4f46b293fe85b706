import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                                                    | nobody    | guest | neighbor | advertiser | employee | administrator | webmaster | newcomer | stranger
GET /globalinformations/installation                 | .         | .     | .        | .          | .        | .             | .         | .        | .
POST /globalinformations/check/version               | .         | .     | .        | .          | .        | .             | .         | .        | .
POST /globalinformations/check/version/authenticated | nosession | .     | .        | .          | .        | .             | .         | .        | .
GET /globalinformations/terms.pdf                    | .         | .     | .        | .          | .        | .             | .         | .        | .
`,
  calls: async () => ({
    'GET /globalinformations/installation': get('/globalinformations/installation'),
    ...Object.fromEntries(
      ['/globalinformations/check/version', '/globalinformations/check/version/authenticated'].map(path => [
        `POST ${path}`,
        json('POST', path, { version: '1.5.2', appname: 'parvis', isDev: false }),
      ]),
    ),
    'GET /globalinformations/terms.pdf': get('/globalinformations/terms.pdf?lang=fr'),
  }),
}
