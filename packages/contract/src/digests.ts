import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { OneOf } from './entity.ts'

export const digestFrequencies = ['never', 'weekly', 'daily'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

/** Default for an adult who has not chosen; a minor gets a digest only on request. */
export const DEFAULT_DIGEST_FREQUENCY = 'weekly' satisfies DigestFrequency

const Frequency = OneOf(digestFrequencies)

export const Digest = Type.Object({
  rhythm: Frequency,
  chosen: Type.Boolean({
    description: 'True when the member has chosen a frequency; only then digests include good deals.',
  }),
  email: Type.Boolean({ description: 'True when there is a confirmed e-mail address.' }),
})
export type Digest = Static<typeof Digest>

export const getDigest = endpoint({
  method: 'GET',
  path: '/digests',
  summary: 'Get how often the viewer is mailed what they have missed in this community',
  access: 'member',
  answer: Digest,
  errors: [],
})

export const setDigest = endpoint({
  method: 'PUT',
  path: '/digests',
  summary: 'Set the frequency of digests: daily, weekly or never',
  access: 'member',
  allowSuspended: true,
  body: Type.Object({ rhythm: Frequency }),
  answer: Digest,
  errors: ['toomanyrequests'],
})

const token = Type.String({ maxLength: 100, description: 'The token of the link in a digest.' })

/** Does not name the recipient, as the mail to which the link belongs may have been forwarded. */
export const LinkedDigest = Type.Object({
  rhythm: Frequency,
  community: Type.String({ description: 'The name of the community.' }),
})
export type LinkedDigest = Static<typeof LinkedDigest>

/** Needs no session, only the token of the link in the mail. Opening the link changes nothing. */
export const readDigestLink = endpoint({
  method: 'POST',
  path: '/digests/link',
  summary: 'Get the frequency of the digests to which a mailed link belongs',
  access: 'public',
  body: Type.Object({ token }),
  answer: LinkedDigest,
  errors: ['tokenexpired', 'toomanyrequests'],
})

export const setDigestByLink = endpoint({
  method: 'PUT',
  path: '/digests/link',
  summary:
    'Stop the digests to which a mailed link belongs, or lower their frequency; a higher frequency needs a log-in',
  access: 'public',
  body: Type.Object({ token, rhythm: Frequency }),
  answer: LinkedDigest,
  errors: ['tokenexpired', 'toomanyrequests'],
})

/** The screen to which the link in a digest leads; the token is in the fragment. */
export const DIGEST_SCREEN_PATH = '/recapitulatif'

/** One-click unsubscribe for mail providers (RFC 8058): a POST without a session. A GET redirects to the screen. */
export const DIGEST_UNSUBSCRIBE_PATH = '/digests/stop'
