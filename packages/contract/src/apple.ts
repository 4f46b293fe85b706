import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id } from './entity.ts'
import { languages } from './language.ts'
import { FactorCode } from './second-factor.ts'
import { LINK_TOKEN_LENGTH, MAX_KEY_LENGTH, SessionUser } from './session.ts'

/** Where Apple sends browsers back to: the one call that takes a form, and that another site may make. */
export const APPLE_CALLBACK = '/api/auth/apple/callback'

/** What became of a way to Apple and back, as the address of the log-in says it. */
export const appleOutcomes = ['back', 'cancelled', 'failed'] as const
export type AppleOutcome = (typeof appleOutcomes)[number]

const MAX_TOKEN_LENGTH = 8192
const Name = Type.Optional(Type.String({ maxLength: 200 }))

/** Told by Apple with the first sign-in alone, and unsigned: it is only what the first profile begins with. */
const FullName = Type.Object({ givenName: Name, familyName: Name })
export type FullName = Static<typeof FullName>

const proof = {
  communityId: Id,
  bundleId: Type.Optional(Type.String({ maxLength: 255, description: 'of an app of ours that asked Apple itself' })),
  identityToken: Type.Optional(
    Type.String({
      maxLength: MAX_TOKEN_LENGTH,
      description:
        'left out, as `nonce` is, by a browser that has just come back from Apple: its cookie stands for both',
    }),
  ),
  nonce: Type.Optional(
    Type.String({
      minLength: LINK_TOKEN_LENGTH,
      maxLength: LINK_TOKEN_LENGTH,
      description: 'one that `start` gave; Apple is told it, or its SHA-256 in hexadecimal',
    }),
  ),
  fullName: Type.Optional(FullName),
  code: FactorCode,
}

export const startWithApple = endpoint({
  method: 'POST',
  path: '/api/auth/apple/start',
  summary: 'Where to sign in with Apple; a browser is sent back to the log-in of this community',
  access: 'public',
  body: Type.Object({ communityId: Id }),
  answer: Type.Object({
    url: Type.String(),
    nonce: Type.String({ description: 'for apps that ask Apple themselves: good once, for ten minutes' }),
  }),
  errors: ['error404', 'toomanyrequests'],
})

export const logInWithApple = endpoint({
  method: 'POST',
  path: '/api/auth/apple',
  summary: 'Log in as who Apple says one is',
  access: 'public',
  body: Type.Object(proof),
  answer: SessionUser,
  errors: ['appleerror', 'codemissing', 'badcode', 'unauthorized', 'unknown', 'popup4', 'error404', 'toomanyrequests'],
})

export const signUpWithApple = endpoint({
  method: 'POST',
  path: '/api/auth/signup/apple',
  summary: 'Register as who Apple says one is: the profile comes next, no mail is sent',
  access: 'public',
  body: Type.Object({
    ...proof,
    registerkey: Type.Optional(Type.String({ maxLength: MAX_KEY_LENGTH })),
    lang: Type.Optional(Type.Enum([...languages], { description: "of mails to come; without it the community's" })),
  }),
  answer: SessionUser,
  errors: [
    'missingkey',
    'badneighborhoodkey',
    'appleerror',
    'codemissing',
    'badcode',
    'applenomail',
    'alreadyregistereduserothercommunity',
    'unauthorized',
    'popup4',
    'error404',
    'toomanyrequests',
  ],
})
