import { expect, it, test } from 'vitest'
import { readSettings } from './env.ts'

it('the server needs no settings on a developer’s machine', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    publicUrl: null,
    production: false,
    demo: true,
    trustedProxies: null,
    checkAnswers: true,
    hideAccountExistence: false,
    servesShells: true,
  })
})

it('SHELLS=0 turns off the support for the iOS and Android apps, which is on by default', () => {
  expect(readSettings({ SHELLS: '0' }).servesShells).toBe(false)
})

it('a switch that is neither 1 nor 0 is rejected', () => {
  for (const name of ['HIDE_ACCOUNT_EXISTENCE', 'NAME_STATEMENTS', 'SHELLS', 'DEMO', 'SECRET_LOST'])
    expect(() => readSettings({ [name]: 'perhaps' })).toThrow(`${name} must be 1 or 0`)
})

it('in production only DEMO=1 turns the demo on, and 0, off, no or false turns it off', () => {
  const productionEnvs = [{ NODE_ENV: 'production' }, { DATABASE_URL: 'postgres://x' }, { HOST: '0.0.0.0' }]
  for (const productionEnv of productionEnvs) {
    for (const word of ['true', 'yes', 'on', 'ON'])
      expect(() => readSettings({ ...productionEnv, PUBLIC_URL: 'https://x.example', DEMO: word })).toThrow(
        'DEMO=1 to say that you mean it',
      )
    for (const word of ['0', 'off', 'no', 'false'])
      expect(readSettings({ ...productionEnv, PUBLIC_URL: 'https://x.example', DEMO: word }).demo).toBe(false)
    expect(readSettings({ ...productionEnv, PUBLIC_URL: 'https://x.example', DEMO: '1' }).demo).toBe(true)
  }
  expect(readSettings({ DEMO: 'yes' }).demo).toBe(true)
})

it('NODE_ENV must be production, development or test', () => {
  for (const NODE_ENV of ['prod', 'Production', 'staging'])
    expect(() => readSettings({ NODE_ENV })).toThrow(`must be production, development or test, not "${NODE_ENV}"`)
  for (const NODE_ENV of ['development', 'test', '']) expect(readSettings({ NODE_ENV }).production).toBe(false)
})

it('an empty setting is treated as unset', () => {
  expect(readSettings({ PORT: '', HOST: '', DATABASE_URL: '', DEMO: '', PUBLIC_URL: '', DATA_DIR: '' })).toEqual(
    readSettings({}),
  )
})

it('an external database implies production, where answers are not validated and there is no demo by default', () => {
  expect(readSettings({ DATABASE_URL: 'postgres://x' })).toMatchObject({
    production: true,
    demo: false,
    checkAnswers: false,
  })
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ production: true, demo: false, checkAnswers: false })
  expect(readSettings({ DATABASE_URL: 'postgres://x', DEMO: '1' })).toMatchObject({ demo: true })
  expect(readSettings({ DEMO: '0' })).toMatchObject({ demo: false, production: false })
})

it('TRUST_PROXY is read as a number of trusted proxies or as a list of their addresses', () => {
  expect(readSettings({ TRUST_PROXY: '0' }).trustedProxies).toBeNull()
  expect(readSettings({ TRUST_PROXY: '1' }).trustedProxies).toEqual({ hops: 1 })
  expect(readSettings({ TRUST_PROXY: '2' }).trustedProxies).toEqual({ hops: 2 })
  expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustedProxies).toEqual({ addresses: ['10.0.0.0/8', '::1'] })
})

it.each(['true', 'yes', 'loopback', '-1', '1.5', '99', '10.0.0.0/33', '10.0.0', '1, 2'])(
  'TRUST_PROXY="%s" is rejected',
  text => {
    expect(() => readSettings({ TRUST_PROXY: text })).toThrow(
      `TRUST_PROXY must be the number of proxies before the server, such as 1, or their addresses, such as 10.0.0.0/8, not "${text}".`,
    )
  },
)

it.each([
  [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535, not "http".'],
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
  [{ PORT: '-1' }, 'PORT must be a number from 0 to 65535, not "-1".'],
  [{ PORT: '80.5' }, 'PORT must be a number from 0 to 65535, not "80.5".'],
  [
    { PUBLIC_URL: 'parvis.example.org' },
    'PUBLIC_URL must be an address such as https://parvis.example.org, not "parvis.example.org".',
  ],
  [
    { PUBLIC_URL: 'https://parvis.example.org/voisins/' },
    'PUBLIC_URL must be an address without a path, such as https://parvis.example.org, not "https://parvis.example.org/voisins/": Parvis has a host of its own.',
  ],
  [
    { PUBLIC_URL: 'https://parvis.example.org?a=b' },
    'PUBLIC_URL must be an address without a path, such as https://parvis.example.org, not "https://parvis.example.org?a=b": Parvis has a host of its own.',
  ],
  [
    { PUBLIC_URL: 'ftp://parvis.example.org' },
    'PUBLIC_URL must be an address such as https://parvis.example.org, not "ftp://parvis.example.org".',
  ],
  [
    { HOST: '0.0.0.0', NODE_ENV: 'production' },
    'PUBLIC_URL is missing: the address that members type, such as https://parvis.example.org.',
  ],
  [
    { HOST: '0.0.0.0' },
    'The demo accounts have a public password, so they are not offered on 0.0.0.0. Set DEMO=0 to run without them, or DEMO=1 to say that you mean it.',
  ],
  [
    { VIDEO_OEMBED_URL: 'http://video.example/oembed' },
    'VIDEO_OEMBED_URL must be an address that begins with https, or empty, not "http://video.example/oembed".',
  ],
  [{ VIDEO_OEMBED_URL: 'video' }, 'VIDEO_OEMBED_URL must be an address that begins with https, or empty, not "video".'],
  [{ WEATHER_PROVIDER: 'a frog' }, 'WEATHER_PROVIDER must be open-meteo or openweather, not "a frog".'],
  [{ WEATHER_PROVIDER: 'openweather' }, 'WEATHER_KEY is missing: OpenWeather answers nobody without one.'],
  ...['weather', 'ftp://weather.example', 'https://me:secret@weather.example'].map(
    (WEATHER_URL): [NodeJS.ProcessEnv, string] => [
      { WEATHER_URL },
      'WEATHER_URL must be an address such as https://api.open-meteo.com/v1/forecast, without a name or password, or empty.',
    ],
  ),
  [
    { DATABASE_URL: 'parvis' },
    'DATABASE_URL must be an address such as postgres://parvis:password@db.example.org/parvis.',
  ],
  [{ CONTACT_EMAIL: 'the town hall' }, 'CONTACT_EMAIL must be an e-mail address, not "the town hall".'],
  [{ MIN_CLIENT_VERSION: 'latest' }, 'MIN_CLIENT_VERSION must be a version such as 1.5.2, not "latest".'],
])('the invalid setting %o is rejected with a full sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence)
})

it('VIDEO_OEMBED_URL sets the provider of video titles: YouTube by default, none if it is empty', () => {
  expect(readSettings({}).videoOembedUrl?.href).toBe('https://www.youtube.com/oembed')
  expect(readSettings({ VIDEO_OEMBED_URL: 'https://video.example/oembed?key=a' }).videoOembedUrl?.href).toBe(
    'https://video.example/oembed?key=a',
  )
  expect(readSettings({ VIDEO_OEMBED_URL: '' }).videoOembedUrl).toBeNull()
})

it('WEATHER_PROVIDER and WEATHER_URL set the source of the weather: Open-Meteo by default, none if the URL is empty', () => {
  const weatherOf = (env: NodeJS.ProcessEnv) => {
    const { weather } = readSettings(env)
    return weather && [weather.provider, weather.url.href, weather.key]
  }
  expect(weatherOf({})).toEqual(['open-meteo', 'https://api.open-meteo.com/v1/forecast', null])
  expect(weatherOf({ WEATHER_URL: 'http://10.0.0.2:8080/v1/forecast', WEATHER_KEY: 'ours' })).toEqual([
    'open-meteo',
    'http://10.0.0.2:8080/v1/forecast',
    'ours',
  ])
  expect(weatherOf({ WEATHER_PROVIDER: 'openweather', WEATHER_KEY: 'ours' })).toEqual([
    'openweather',
    'https://api.openweathermap.org/data/2.5',
    'ours',
  ])
  expect(weatherOf({ WEATHER_URL: '' })).toBeNull()
})

it('the demo accounts are offered on a public host only with DEMO=1, and on a local host by default', () => {
  expect(readSettings({ HOST: '0.0.0.0', DEMO: '1' }).demo).toBe(true)
  expect(readSettings({ HOST: '0.0.0.0', DEMO: '0' }).demo).toBe(false)
  for (const host of ['::1', 'localhost']) expect(readSettings({ HOST: host }).demo).toBe(true)
})

test('MINIMUM_AGE must be from 12 to 99, and CONSENT_AGE from MINIMUM_AGE to 21', () => {
  expect(readSettings({})).toMatchObject({ minAge: 12, consentAge: 15 })
  expect(readSettings({ MINIMUM_AGE: '13', CONSENT_AGE: '16' })).toMatchObject({ minAge: 13, consentAge: 16 })
  expect(readSettings({ MINIMUM_AGE: '12', CONSENT_AGE: '12' })).toMatchObject({ minAge: 12, consentAge: 12 })
  expect(readSettings({ MINIMUM_AGE: '18' })).toMatchObject({ minAge: 18, consentAge: 18 })
  expect(readSettings({ MINIMUM_AGE: '99' })).toMatchObject({ minAge: 99, consentAge: 21 })
  for (const wrong of ['11', '100', '12.5', 'twelve', '-1'])
    expect(() => readSettings({ MINIMUM_AGE: wrong })).toThrow(/MINIMUM_AGE must be a number of years from 12 to 99/)
  for (const wrong of ['11', '22', '15.5', 'x'])
    expect(() => readSettings({ CONSENT_AGE: wrong })).toThrow(/CONSENT_AGE must be a number of years from 12 to 21/)
  expect(() => readSettings({ MINIMUM_AGE: '16', CONSENT_AGE: '15' })).toThrow(/CONSENT_AGE .* from 16 to 21/)
})

it('a metrics token that is too short is rejected', () => {
  for (const METRICS_TOKEN of ['x', 'x'.repeat(15)])
    expect(() => readSettings({ METRICS_TOKEN })).toThrow('METRICS_TOKEN must have at least 16 random letters')
  expect(readSettings({ METRICS_TOKEN: 'x'.repeat(16) }).metricsToken).toBe('x'.repeat(16))
  expect(readSettings({ METRICS_TOKEN: '' }).metricsToken).toBeNull()
})
