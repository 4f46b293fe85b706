import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Instant, OneOf } from './entity.ts'
import { languages } from './language.ts'

const GlobalInfo = Type.Object({
  serverDateTime: Instant,
  serverVersion: Type.String(),
  clientVersion: Type.String({ description: 'The newest client version, which this server delivers.' }),
  needupdate: Type.Boolean({ description: 'True when a newer client than the caller’s is available.' }),
  forceupdate: Type.Boolean({ description: 'True when every other call refuses the caller’s client as `obsolete`.' }),
  lang: OneOf(languages),
})
export type GlobalInfo = Static<typeof GlobalInfo>

export const getInstallation = endpoint({
  method: 'GET',
  path: '/globalinformations/installation',
  summary: 'Get the settings of the installation that pages need',
  access: 'public',
  answer: Type.Object({
    publicUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'The address that members type, where one is set.',
    }),
    tilesStyleUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'The style of the maps, where there is one.',
    }),
    contactEmail: Type.Union([Type.String(), Type.Null()], { description: 'The contact address of the installation.' }),
    weather: Type.Boolean({
      description: 'True when a weather provider is configured, so that communities may show their weather.',
    }),
  }),
  errors: [],
})

const body = Type.Object({
  version: Type.String({ maxLength: 40 }),
  appname: Type.Optional(Type.String({ maxLength: 100 })),
  isDev: Type.Optional(Type.Boolean()),
})

export const checkVersion = endpoint({
  method: 'POST',
  path: '/globalinformations/check/version',
  summary: 'Check whether a client is up to date; outdated clients are answered too',
  access: 'public',
  skipVersionCheck: true,
  body,
  answer: GlobalInfo,
  errors: [],
})

export const checkVersionSignedIn = endpoint({
  ...checkVersion,
  path: '/globalinformations/check/version/authenticated',
  summary: 'Check whether a client is up to date, with a session',
  access: 'session',
  allowSuspended: true,
  allowWithoutProfile: true,
  allowWithoutSecondFactor: true,
})
