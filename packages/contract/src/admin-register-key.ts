import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Instant, Nullable } from './entity.ts'
import { MAX_REGISTER_KEY_LENGTH } from './entry.ts'

/** How long a replaced register key may stay valid, in days. */
export const KEY_GRACE_DAYS = 7

export const RegisterKey = Type.Object({
  key: Type.Union([Type.String(), Type.Null()], {
    description: 'Null where the community has no key, or none that can be read.',
  }),
  since: Nullable(Instant),
  cameIn: Type.Integer({ description: 'The number of people who have registered since then.' }),
  formerUntil: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Until when the previous key is valid too.',
  }),
})
export type RegisterKey = Static<typeof RegisterKey>

export const rotateKey = endpoint({
  method: 'PUT',
  path: '/admin/key',
  summary: 'Replace the register key; the previous one becomes invalid at once, or after a week',
  access: 'member',
  allowSuspended: false,
  body: Type.Object({
    key: Type.Optional(
      Nullable(Type.String({ maxLength: MAX_REGISTER_KEY_LENGTH, description: 'Without a key one is generated.' })),
    ),
    grace: Type.Optional(Type.Boolean({ description: 'True to keep the previous key valid for a week.' })),
  }),
  answer: RegisterKey,
  errors: ['shortkey', 'toomanyrequests'],
})

const Poster = Type.Object({
  address: Type.String({ description: 'The address as it is typed: host and uri.' }),
  link: Type.String({
    description: 'The link in the QR code: the entry page of the community, with its key where one is needed.',
  }),
  key: Type.Union([Type.String(), Type.Null()], { description: 'Null where no key is needed, or none can be read.' }),
  registers: Type.Boolean({
    description: 'True when a visitor who scans the code may register; otherwise an invitation is needed.',
  }),
})
export type Poster = Static<typeof Poster>

export const getPoster = endpoint({
  method: 'GET',
  path: '/admin/poster',
  summary: 'Get the content of the poster for the hall; open to the whole team',
  access: 'member',
  answer: Poster,
  errors: [],
})
