import { expect, it } from 'vitest'
import { nameDevice } from './device-names.ts'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = 'Chrome/131.0.0.0'

it.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} ${CHROME} Safari/537.36`, 'Chrome', 'Windows', 'computer'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} ${CHROME} Safari/537.36 Edg/131.0`,
    'Edge',
    'Windows',
    'computer',
  ],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} ${CHROME} Safari/537.36`, 'Chrome', 'ChromeOS', 'computer'],
  [`${MOZILLA} (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0`, 'Firefox', 'Linux', 'computer'],
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} ${CHROME} Safari/537.36 OPR/116.0`, 'Opera', 'Linux', 'computer'],
  [`${MOZILLA} (Linux; Android 10; K) ${WEBKIT} ${CHROME} Mobile Safari/537.36`, 'Chrome', 'Android', 'phone'],
  [`${MOZILLA} (Linux; Android 10; K) ${WEBKIT} ${CHROME} Safari/537.36`, 'Chrome', 'Android', 'tablet'],
  [`${MOZILLA} (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0`, 'Firefox', 'Android', 'phone'],
  [
    `${MOZILLA} (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    'phone',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
    'phone',
  ],
  [
    `${MOZILLA} (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iPad',
    'tablet',
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
    'Safari',
    'macOS',
    'computer',
  ],
  ['curl/8.5.0', null, null, null],
  ['', null, null, null],
  [null, null, null, null],
])('nameDevice reads browser, system and kind of device from the user agent "%s"', (agent, browser, system, kind) =>
  expect(nameDevice(agent)).toEqual({ browser, system, kind }),
)
