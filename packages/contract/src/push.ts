import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { OneOf } from './entity.ts'
import { languages } from './language.ts'
import { PUSH_TOKEN_PATH } from './push-news.ts'

/** Systems of phones, whose own services bring pushes to our apps. */
export const phoneOses = ['ios', 'android'] as const
export type PhoneOs = (typeof phoneOses)[number]

export const pushOses = ['electron', 'web', ...phoneOses] as const
export type PushOs = (typeof pushOses)[number]

/** Longer than what any push service gives, in characters. */
const MOST_TOKEN_LENGTH = 4_000

/** How this session stands with pushes. */
export const PushState = Type.Object({
  publicKey: Type.String({ description: "the installation's, as a browser's `applicationServerKey`: base64url" }),
  registered: Type.Boolean({ description: 'whether what the viewer is told is pushed to this session' }),
  lang: Type.Optional(OneOf(languages)),
  phones: Type.Array(OneOf(phoneOses), {
    description: 'the systems of phones whose own services this installation has a key of: it pushes to its app there',
  }),
})
export type PushState = Static<typeof PushState>

export const getPushState = endpoint({
  method: 'GET',
  path: PUSH_TOKEN_PATH,
  summary: 'By which key to subscribe to pushes, to which apps they are sent, and whether this session has',
  access: 'member',
  answer: PushState,
  errors: [],
})

export const registerPush = endpoint({
  method: 'POST',
  path: PUSH_TOKEN_PATH,
  summary:
    'Push what the viewer is told to this browser or app, and to the one of this session that was registered before no more',
  access: 'member',
  whenSuspended: true,
  body: Type.Object({
    token: Type.String({
      maxLength: MOST_TOKEN_LENGTH,
      description:
        "of a browser the PushSubscription as a JSON string, whose endpoint is one of the public internet; of an app the token that the phone's own service knows it by",
    }),
    os: Type.Enum([...pushOses], { description: '`ios` and `android` are for sessions of our apps alone' }),
    lang: OneOf(languages),
  }),
  answer: PushState,
  errors: ['pushunavailable', 'toomanyrequests'],
})

export const unregisterPush = endpoint({
  method: 'DELETE',
  path: PUSH_TOKEN_PATH,
  summary: 'Push nothing to this session any more; one that has not registered is as well',
  access: 'member',
  whenSuspended: true,
  answer: PushState,
  errors: [],
})
