import Type, { type Static } from 'typebox'
import { MapBody, Point } from './community.ts'
import { endpoint } from './endpoint.ts'
import {
  abilitiesOf,
  Author,
  English,
  Id,
  Instant,
  Media,
  Nullable,
  NullableText,
  OneOf,
  OptionalText,
} from './entity.ts'
import type { ValidationError } from './errors.ts'
import { MAX_COMMUNITY_NAME_LENGTH } from './limits.ts'
import { isReadableName, MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from './profile.ts'
import { MAX_EMAIL_LENGTH } from './entry.ts'
import { validateEmail } from './entry-rules.ts'
import { MAX_PHONE_LENGTH, MAX_URL_LENGTH } from './deal-fields.ts'
import { isPhone, parseWebLink } from './write-deals.ts'
import { InformationPlace, MAX_OPENING_LENGTH } from './information-places.ts'

export {
  type InformationPlace,
  MAX_OPENING_LENGTH,
  MAX_PLACES,
  MAX_PLACE_DESCRIPTION_LENGTH,
  type PlaceBody,
  addPlace,
  changePlace,
  listPlaces,
  placeKinds,
  removePlace,
  validatePlace,
} from './information-places.ts'

export const MAX_DESCRIPTION_LENGTH = 300
export const MAX_USEFUL_NUMBERS = 20

/** Kinds of useful numbers in the order shown: emergencies first. */
export const usefulNumberKinds = ['emergency', 'health', 'repair', 'other'] as const
export type UsefulNumberKind = (typeof usefulNumberKinds)[number]

const UsefulNumber = Type.Object({
  name: NullableText,
  lang: English('name'),
  phone: Type.String(),
  kind: OneOf(usefulNumberKinds),
})
export type UsefulNumber = Static<typeof UsefulNumber>

const StaffMember = Type.Interface([Author], {
  job: NullableText,
  abilities: Type.Object({ chat: Type.Boolean() }),
})
export type StaffMember = Static<typeof StaffMember>

const Welcome = Type.Object({
  uri: Type.String({ description: 'For members of the community only.' }),
  bytes: Type.Integer(),
  date: Instant,
})
export type Welcome = Static<typeof Welcome>

export const CommunityInformation = Type.Object({
  _id: Id,
  openingTime: NullableText,
  lang: English('openingTime'),
  coordinates: Type.Union([Type.Tuple([Type.Number(), Type.Number()]), Type.Null()], {
    description: 'Longitude, then latitude.',
  }),
  plan: Nullable(Media),
  mapPhoto: Nullable(Media),
  places: Type.Array(InformationPlace, { description: 'Sorted by name; without those that stand for a home.' }),
  equipmentsIds: Type.Array(Id),
  channelsIds: Type.Array(Id, {
    description: 'The channels of which its feed is made; empty for viewers from elsewhere.',
  }),
  usefulNumbers: Type.Array(UsefulNumber),
  staff: Type.Array(StaffMember, { description: 'For members only.' }),
  welcome: Type.Union([Welcome, Type.Null()], { description: 'For members only.' }),
  pdfUri: NullableText,
  invitation: Type.Union(
    [
      Type.Object({
        link: Type.String({ description: 'The entry page of the community; with its register key for the team only.' }),
        registers: Type.Boolean({ description: 'True when a visitor who opens it may register.' }),
      }),
      Type.Null(),
    ],
    { description: 'For members, where newcomers can enter by it.' },
  ),
  qrcodeUri: Type.Union([Type.String(), Type.Null()], { description: 'The content of the QR code.' }),
  abilities: abilitiesOf('edit', 'drawMap', 'writeToTeam', 'readWelcome'),
})
export type CommunityInformation = Static<typeof CommunityInformation>

export const getInformation = endpoint({
  method: 'GET',
  path: '/communities/:idOrUri/information',
  summary: 'Get the information of a community: for everybody; of a private one for its members',
  access: 'public',
  params: Type.Object({ idOrUri: Type.String({ minLength: 1, maxLength: 100 }) }),
  answer: CommunityInformation,
  errors: ['error404'],
})

/** The path of the welcome PDF. Not a JSON call: returns application/pdf, for members of the community only. */
export const WELCOME_PDF = '/communities/:id/welcome.pdf'
export const welcomeParams = Type.Object({ id: Id })

const NumberBody = Type.Object({
  name: OptionalText(MAX_NAME_LENGTH),
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object({ name: OptionalText(MAX_NAME_LENGTH) })) })),
  phone: OptionalText(MAX_PHONE_LENGTH),
  kind: Type.Optional(OneOf(usefulNumberKinds)),
})

const InformationBody = Type.Object({
  _id: Type.Optional(Type.String({ format: 'uuid', description: 'Another community of the organisation.' })),
  name: OptionalText(MAX_COMMUNITY_NAME_LENGTH),
  description: OptionalText(MAX_DESCRIPTION_LENGTH),
  openingTime: OptionalText(MAX_OPENING_LENGTH),
  lang: Type.Optional(
    Type.Object({
      en: Type.Optional(
        Type.Object({
          description: OptionalText(MAX_DESCRIPTION_LENGTH),
          openingTime: OptionalText(MAX_OPENING_LENGTH),
        }),
      ),
    }),
  ),
  address: OptionalText(MAX_ADDRESS_LENGTH),
  zipCode: OptionalText(20),
  city: OptionalText(MAX_NAME_LENGTH),
  building: OptionalText(MAX_NAME_LENGTH),
  residence: OptionalText(MAX_NAME_LENGTH),
  district: OptionalText(MAX_NAME_LENGTH),
  loc: Type.Optional(Nullable(Point)),
  phone: OptionalText(MAX_PHONE_LENGTH),
  fax: OptionalText(MAX_PHONE_LENGTH),
  mail: OptionalText(MAX_EMAIL_LENGTH),
  webSiteUrl: OptionalText(MAX_URL_LENGTH),
  usefulNumbers: Type.Optional(Type.Array(NumberBody, { maxItems: MAX_USEFUL_NUMBERS })),
  acceptPosts: Type.Optional(Type.Boolean()),
  gooddeal: Type.Optional(Type.Boolean()),
  weather: Type.Optional(Type.Boolean()),
  subscribe: Type.Optional(Type.Boolean()),
  needApproval: Type.Optional(
    Type.Boolean({
      description:
        'True to let those who register from now on await approval by the team. Does not affect those who already wait.',
    }),
  ),
})
export type InformationBody = Static<typeof InformationBody>

/** Absent fields stay unchanged; null clears a field. */
export const changeInformation = endpoint({
  method: 'PUT',
  path: '/admin/community',
  summary: 'Change the information and options of a community; applies at once',
  access: 'member',
  allowSuspended: false,
  body: InformationBody,
  answer: CommunityInformation,
  errors: ['error404', 'namemandatory', 'invalidphonenumber', 'invalidemail', 'invalidweblink', 'toomanyrequests'],
})

export const changePlan = endpoint({
  method: 'PUT',
  path: '/admin/community/plan',
  summary: 'Replace the plan of the place with a picture under `files`',
  access: 'member',
  allowSuspended: false,
  body: Type.Object({}),
  files: true,
  answer: CommunityInformation,
  errors: ['toomanyrequests'],
})

export const removePlan = endpoint({
  method: 'DELETE',
  path: '/admin/community/plan',
  summary: 'Remove the plan',
  access: 'member',
  allowSuspended: false,
  answer: CommunityInformation,
  errors: ['toomanyrequests'],
})

export const changeWelcome = endpoint({
  method: 'PUT',
  path: '/admin/community/welcome',
  summary: 'Replace the welcome PDF with a file under `files`; it is stored unchanged, for members',
  access: 'member',
  allowSuspended: false,
  body: Type.Object({}),
  files: true,
  answer: CommunityInformation,
  errors: ['toomanyrequests'],
})

export const removeWelcome = endpoint({
  method: 'DELETE',
  path: '/admin/community/welcome',
  summary: 'Remove the welcome PDF',
  access: 'member',
  allowSuspended: false,
  answer: CommunityInformation,
  errors: ['toomanyrequests'],
})

export const drawCommunityMap = endpoint({
  method: 'PUT',
  path: '/communities/map',
  summary: 'Set the static map around a community, made by staff; null removes it',
  access: 'member',
  allowSuspended: false,
  body: MapBody,
  files: true,
  answer: CommunityInformation,
  errors: ['error404', 'toomanyrequests'],
})

/** Emergency and similar numbers have two to six digits. */
const isShortNumber = (phone: string) => /^\d{2,6}$/.test(phone.replace(/[\s.-]/g, ''))

export const validateUsefulNumber = ({ name, lang, phone }: Static<typeof NumberBody>): ValidationError | null => {
  if (!isReadableName(name) && !isReadableName(lang?.en?.name)) return { key: 'namemandatory', field: 'name' }
  const typed = phone?.trim() ?? ''
  return isPhone(typed) || isShortNumber(typed) ? null : { key: 'invalidphonenumber', field: 'phone' }
}

/** Checks the community's information. `field` includes the index of a useful number: `usefulNumbers.0.phone`. */
export const validateInformation = (form: InformationBody): ValidationError | null => {
  if (form.name !== undefined && !isReadableName(form.name)) return { key: 'namemandatory', field: 'name' }
  for (const field of ['phone', 'fax'] as const) {
    const typed = form[field]?.trim()
    if (typed && !isPhone(typed)) return { key: 'invalidphonenumber', field }
  }
  const mailError = form.mail?.trim() ? validateEmail(form.mail) : null
  if (mailError) return { ...mailError, field: 'mail' }
  if (form.webSiteUrl?.trim() && !parseWebLink(form.webSiteUrl)) return { key: 'invalidweblink', field: 'webSiteUrl' }
  for (const [at, number] of (form.usefulNumbers ?? []).entries()) {
    const error = validateUsefulNumber(number)
    if (error) return { ...error, field: `usefulNumbers.${at}.${error.field}` }
  }
  return null
}

declare module './realtime.ts' {
  interface ServerMessages {
    /** The information or options of this community have changed; clients that show this information reload it. */
    'community.updated': { _id: string }
  }
}
