import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { OneOf } from './entity.ts'
import { languages } from './language.ts'
import { PUSH_TOKEN_PATH } from './push-payload.ts'

/** Operating systems of phones, whose push services deliver to our native apps. */
export const phoneOses = ['ios', 'android'] as const
export type PhoneOs = (typeof phoneOses)[number]

export const pushOses = ['electron', 'web', ...phoneOses] as const
export type PushOs = (typeof pushOses)[number]

/** Maximum length in characters; the tokens of all push services are shorter. */
const MAX_TOKEN_LENGTH = 4_000

export const PushState = Type.Object({
  publicKey: Type.String({ description: "The installation's `applicationServerKey` for browsers: base64url." }),
  registered: Type.Boolean({ description: 'True when notifications of the viewer are pushed to this session.' }),
  lang: Type.Optional(OneOf(languages)),
  phones: Type.Array(OneOf(phoneOses), {
    description: 'The phone systems for which this installation has a push key.',
  }),
})
export type PushState = Static<typeof PushState>

export const getPushState = endpoint({
  method: 'GET',
  path: PUSH_TOKEN_PATH,
  summary: 'Get the key for push subscriptions, the supported phone systems, and whether this session is registered',
  access: 'member',
  answer: PushState,
  errors: [],
})

export const registerPush = endpoint({
  method: 'POST',
  path: PUSH_TOKEN_PATH,
  summary:
    'Push the notifications of the viewer to this browser or app; replaces the previous registration of this session',
  access: 'member',
  allowSuspended: true,
  body: Type.Object({
    token: Type.String({
      maxLength: MAX_TOKEN_LENGTH,
      description:
        "Of a browser the PushSubscription as a JSON string, whose endpoint must be on the public internet; of an app the token of the phone's push service.",
    }),
    os: Type.Enum([...pushOses], { description: '`ios` and `android` are only for sessions of our apps.' }),
    lang: OneOf(languages),
  }),
  answer: PushState,
  errors: ['pushunavailable', 'toomanyrequests'],
})

export const unregisterPush = endpoint({
  method: 'DELETE',
  path: PUSH_TOKEN_PATH,
  summary: 'Stop pushes to this session; idempotent',
  access: 'member',
  allowSuspended: true,
  answer: PushState,
  errors: [],
})
