import { get, type FeatureRights } from '#server/testing/rights.ts'

/** No provider is available in these tests: permitted callers get weatherunavailable. */
export const rights: FeatureRights = {
  table: `
                      | nobody    | guest              | neighbor           | advertiser         | employee           | administrator      | webmaster          | newcomer  | stranger
GET /weather/current  | nosession | weatherunavailable | weatherunavailable | weatherunavailable | weatherunavailable | weatherunavailable | weatherunavailable | forbidden | weatherunavailable
GET /weather/forecast | nosession | weatherunavailable | weatherunavailable | weatherunavailable | weatherunavailable | weatherunavailable | weatherunavailable | forbidden | weatherunavailable
`,
  calls: async () => ({
    'GET /weather/current': get('/weather/current'),
    'GET /weather/forecast': get('/weather/forecast'),
  }),
}
