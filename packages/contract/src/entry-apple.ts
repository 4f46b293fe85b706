import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id } from './entity.ts'
import { languages } from './language.ts'
import { FactorCode } from './second-factor.ts'
import { LINK_TOKEN_LENGTH, MAX_REGISTER_KEY_LENGTH } from './entry.ts'
import { SessionUser } from './session.ts'

/** Where Apple sends browsers back: the only call that accepts an HTML form and a request from another origin. */
export const APPLE_CALLBACK = '/api/auth/apple/callback'

/** Outcome of a sign-in with Apple, as a parameter of the log-in page. */
export const appleOutcomes = ['back', 'cancelled', 'failed'] as const
export type AppleOutcome = (typeof appleOutcomes)[number]

const MAX_TOKEN_LENGTH = 8192
const Name = Type.Optional(Type.String({ maxLength: 200 }))

/** Apple sends the name only with the first sign-in and unsigned, so it only pre-fills the first profile. */
const FullName = Type.Object({ givenName: Name, familyName: Name })
export type FullName = Static<typeof FullName>

const AppleCredential = {
  communityId: Id,
  bundleId: Type.Optional(
    Type.String({ maxLength: 255, description: 'Set by one of our apps that has signed in with Apple itself.' }),
  ),
  identityToken: Type.Optional(
    Type.String({
      maxLength: MAX_TOKEN_LENGTH,
      description:
        'Omitted together with `nonce` by a browser that has just come back from Apple: its cookie carries both.',
    }),
  ),
  nonce: Type.Optional(
    Type.String({
      minLength: LINK_TOKEN_LENGTH,
      maxLength: LINK_TOKEN_LENGTH,
      description: 'A nonce that `start` issued; Apple receives it, or its SHA-256 in hexadecimal.',
    }),
  ),
  fullName: Type.Optional(FullName),
  code: FactorCode,
}

export const startWithApple = endpoint({
  method: 'POST',
  path: '/api/auth/apple/start',
  summary: 'Get the address for signing in with Apple; the browser is sent back to the log-in of this community',
  access: 'public',
  body: Type.Object({ communityId: Id }),
  answer: Type.Object({
    url: Type.String(),
    nonce: Type.String({ description: 'For apps that sign in with Apple themselves: valid once, for ten minutes.' }),
  }),
  errors: ['error404', 'toomanyrequests'],
})

export const logInWithApple = endpoint({
  method: 'POST',
  path: '/api/auth/apple',
  summary: 'Log in with an Apple account',
  access: 'public',
  body: Type.Object(AppleCredential),
  answer: SessionUser,
  errors: ['appleerror', 'codemissing', 'badcode', 'unauthorized', 'unknown', 'popup4', 'error404', 'toomanyrequests'],
})

export const signUpWithApple = endpoint({
  method: 'POST',
  path: '/api/auth/signup/apple',
  summary: 'Register with an Apple account; the profile comes next and no mail is sent',
  access: 'public',
  body: Type.Object({
    ...AppleCredential,
    registerkey: Type.Optional(Type.String({ maxLength: MAX_REGISTER_KEY_LENGTH })),
    lang: Type.Optional(
      Type.Enum([...languages], { description: "The language of later mails; by default the community's." }),
    ),
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
