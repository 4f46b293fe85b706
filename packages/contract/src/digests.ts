import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { OneOf } from './entity.ts'

/** How often a member is mailed what they have missed. */
export const digestRhythms = ['never', 'weekly', 'daily'] as const
export type DigestRhythm = (typeof digestRhythms)[number]

/** Of an adult who has never said; a minor is mailed nothing that they have not asked for. */
export const USUAL_RHYTHM = 'weekly' satisfies DigestRhythm

const Rhythm = OneOf(digestRhythms)

export const Digest = Type.Object({
  rhythm: Rhythm,
  chosen: Type.Boolean({ description: 'they have said so themselves: good deals come along then alone' }),
  email: Type.Boolean({ description: 'there is a confirmed e-mail to write to' }),
})
export type Digest = Static<typeof Digest>

export const getDigest = endpoint({
  method: 'GET',
  path: '/digests',
  summary: 'How often the viewer is mailed what they have missed in this community',
  access: 'member',
  answer: Digest,
  errors: [],
})

export const setDigest = endpoint({
  method: 'PUT',
  path: '/digests',
  summary: 'Be mailed what was missed each day, each week, or never',
  access: 'member',
  whenSuspended: true,
  body: Type.Object({ rhythm: Rhythm }),
  answer: Digest,
  errors: ['toomanyrequests'],
})

const token = Type.String({ maxLength: 100, description: 'of the link in a digest' })

/** Whose digests a link is about is not said: it may have been forwarded. */
export const LinkedDigest = Type.Object({
  rhythm: Rhythm,
  community: Type.String({ description: 'what it is called' }),
})
export type LinkedDigest = Static<typeof LinkedDigest>

/** Whoever has the mail may stop the mails, signed in or not; opening the link changes nothing. */
export const readDigestLink = endpoint({
  method: 'POST',
  path: '/digests/link',
  summary: 'How often the digests come that a mailed link is about',
  access: 'public',
  body: Type.Object({ token }),
  answer: LinkedDigest,
  errors: ['tokenexpired', 'toomanyrequests'],
})

export const setDigestByLink = endpoint({
  method: 'PUT',
  path: '/digests/link',
  summary: 'Stop the digests that a mailed link is about, or let them come less often; more often takes a log-in',
  access: 'public',
  body: Type.Object({ token, rhythm: Rhythm }),
  answer: LinkedDigest,
  errors: ['tokenexpired', 'toomanyrequests'],
})

/** The screen where the link of a digest leads; the secret stands behind its #. */
export const DIGEST_SCREEN = '/recapitulatif'

/**
 * Where mail providers stop the digests with one click of their reader (RFC 8058): a POST without a session. Who opens
 * it as a page is led to the screen.
 */
export const DIGEST_STOP = '/digests/stop'
