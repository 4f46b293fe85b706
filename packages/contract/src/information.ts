import Type, { type Static } from 'typebox'
import { MapBody, Point } from './community.ts'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Author, English, Id, Instant, Media, Nullable, NullableText, OneOf } from './entity.ts'
import type { RuleBreak } from './errors.ts'
import { MAX_COMMUNITY_NAME_LENGTH } from './limits.ts'
import { isNamed, MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from './profile.ts'
import { MAX_EMAIL_LENGTH } from './session.ts'
import { checkEmail } from './session-rules.ts'
import { isPhone, MAX_PHONE_LENGTH, MAX_URL_LENGTH, webLinkOf } from './write-deals.ts'

/** What a community says of itself, in characters. */
export const MAX_DESCRIPTION_LENGTH = 300
/** Of opening times; one line for each day has room in it. */
export const MAX_OPENING_LENGTH = 500
/** What is said of a place, in characters. */
export const MAX_PLACE_WORDS_LENGTH = 500
export const MAX_USEFUL_NUMBERS = 20
export const MAX_PLACES = 100

/** Those of emergencies stand first. */
export const numberKinds = ['emergency', 'health', 'repair', 'other'] as const
export type NumberKind = (typeof numberKinds)[number]

export const placeKinds = ['location', 'equipment'] as const

/** A number that is good to have at hand. */
const UsefulNumber = Type.Object({
  name: NullableText,
  lang: English('name'),
  phone: Type.String(),
  kind: OneOf(numberKinds),
})
export type UsefulNumber = Static<typeof UsefulNumber>

/** A place of the community, when it is open, and what there is to know of it. */
const InformationPlace = Type.Object({
  _id: Id,
  kind: OneOf(placeKinds),
  name: NullableText,
  openingTime: NullableText,
  description: NullableText,
  lang: English('name', 'openingTime', 'description'),
})
export type InformationPlace = Static<typeof InformationPlace>

const StaffMember = Type.Interface([Author], {
  job: NullableText,
  abilities: Type.Object({ chat: Type.Boolean() }),
})
export type StaffMember = Static<typeof StaffMember>

/** A PDF for who is new here. */
const Welcome = Type.Object({
  uri: Type.String({ description: 'for members of the community alone' }),
  bytes: Type.Integer(),
  date: Instant,
})
export type Welcome = Static<typeof Welcome>

/** All that a community tells of itself beside what stands on its door. */
export const CommunityInformation = Type.Object({
  _id: Id,
  openingTime: NullableText,
  lang: English('openingTime'),
  coordinates: Type.Union([Type.Tuple([Type.Number(), Type.Number()]), Type.Null()], {
    description: 'longitude, then latitude',
  }),
  plan: Nullable(Media),
  mapPhoto: Nullable(Media),
  places: Type.Array(InformationPlace, { description: 'by name; what stands for a home is none of them' }),
  equipmentsIds: Type.Array(Id),
  channelsIds: Type.Array(Id, { description: 'those that its feed is made of; none for who is not of this community' }),
  usefulNumbers: Type.Array(UsefulNumber),
  staff: Type.Array(StaffMember, { description: 'for members alone' }),
  welcome: Type.Union([Welcome, Type.Null()], { description: 'for members alone' }),
  pdfUri: NullableText,
  invitation: Type.Union(
    [
      Type.Object({
        link: Type.String({ description: 'the door of the community; with its register key for the team alone' }),
        registers: Type.Boolean({ description: 'who opens it may register' }),
      }),
      Type.Null(),
    ],
    { description: 'for members, where somebody may come in by it' },
  ),
  qrcodeUri: Type.Union([Type.String(), Type.Null()], { description: 'what its code holds' }),
  abilities: abilitiesOf('edit', 'drawMap', 'writeToTeam', 'readWelcome'),
})
export type CommunityInformation = Static<typeof CommunityInformation>

export const getInformation = endpoint({
  method: 'GET',
  path: '/communities/:idOrUri/information',
  summary: 'What a community tells of itself: to everybody, of a private one to who is in it',
  access: 'public',
  params: Type.Object({ idOrUri: Type.String({ minLength: 1, maxLength: 100 }) }),
  answer: CommunityInformation,
  errors: ['error404'],
})

/** Not a JSON call: answers application/pdf, to members of the community. */
export const WELCOME_PDF = '/communities/:id/welcome.pdf'
export const welcomeParams = Type.Object({ id: Id })

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))

const NumberBody = Type.Object({
  name: Text(MAX_NAME_LENGTH),
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object({ name: Text(MAX_NAME_LENGTH) })) })),
  phone: Text(MAX_PHONE_LENGTH),
  kind: Type.Optional(OneOf(numberKinds)),
})

const InformationBody = Type.Object({
  _id: Type.Optional(Type.String({ format: 'uuid', description: 'another community of the organisation' })),
  name: Text(MAX_COMMUNITY_NAME_LENGTH),
  description: Text(MAX_DESCRIPTION_LENGTH),
  openingTime: Text(MAX_OPENING_LENGTH),
  lang: Type.Optional(
    Type.Object({
      en: Type.Optional(
        Type.Object({ description: Text(MAX_DESCRIPTION_LENGTH), openingTime: Text(MAX_OPENING_LENGTH) }),
      ),
    }),
  ),
  address: Text(MAX_ADDRESS_LENGTH),
  zipCode: Text(20),
  city: Text(MAX_NAME_LENGTH),
  building: Text(MAX_NAME_LENGTH),
  residence: Text(MAX_NAME_LENGTH),
  district: Text(MAX_NAME_LENGTH),
  loc: Type.Optional(Nullable(Point)),
  phone: Text(MAX_PHONE_LENGTH),
  fax: Text(MAX_PHONE_LENGTH),
  mail: Text(MAX_EMAIL_LENGTH),
  webSiteUrl: Text(MAX_URL_LENGTH),
  usefulNumbers: Type.Optional(Type.Array(NumberBody, { maxItems: MAX_USEFUL_NUMBERS })),
  acceptPosts: Type.Optional(Type.Boolean()),
  gooddeal: Type.Optional(Type.Boolean()),
  weather: Type.Optional(Type.Boolean()),
  subscribe: Type.Optional(Type.Boolean()),
  needApproval: Type.Optional(
    Type.Boolean({ description: 'whoever registers from now on waits for the team; who waits already does so still' }),
  ),
})
export type InformationBody = Static<typeof InformationBody>

/** What is absent stays; null empties. */
export const changeInformation = endpoint({
  method: 'PUT',
  path: '/admin/community',
  summary: 'Change what a community tells of itself and what it offers: in force at once',
  access: 'member',
  whenSuspended: false,
  body: InformationBody,
  answer: CommunityInformation,
  errors: ['error404', 'namemandatory', 'invalidphonenumber', 'invalidemail', 'invalidweblink', 'toomanyrequests'],
})

export const changePlan = endpoint({
  method: 'PUT',
  path: '/admin/community/plan',
  summary: 'Another plan of the place: a picture, under `files`',
  access: 'member',
  whenSuspended: false,
  body: Type.Object({}),
  files: true,
  answer: CommunityInformation,
  errors: ['toomanyrequests'],
})

export const removePlan = endpoint({
  method: 'DELETE',
  path: '/admin/community/plan',
  summary: 'Take the plan away',
  access: 'member',
  whenSuspended: false,
  answer: CommunityInformation,
  errors: ['toomanyrequests'],
})

export const changeWelcome = endpoint({
  method: 'PUT',
  path: '/admin/community/welcome',
  summary: 'Another welcome PDF, under `files`: kept as it is, for members',
  access: 'member',
  whenSuspended: false,
  body: Type.Object({}),
  files: true,
  answer: CommunityInformation,
  errors: ['toomanyrequests'],
})

export const removeWelcome = endpoint({
  method: 'DELETE',
  path: '/admin/community/welcome',
  summary: 'Take the welcome PDF away',
  access: 'member',
  whenSuspended: false,
  answer: CommunityInformation,
  errors: ['toomanyrequests'],
})

export const drawCommunityMap = endpoint({
  method: 'PUT',
  path: '/communities/map',
  summary: 'A static picture of the map around a community, made by staff; null takes it away',
  access: 'member',
  whenSuspended: false,
  body: MapBody,
  files: true,
  answer: CommunityInformation,
  errors: ['error404', 'toomanyrequests'],
})

const PlaceWords = {
  name: Text(MAX_NAME_LENGTH),
  openingTime: Text(MAX_OPENING_LENGTH),
  description: Text(MAX_PLACE_WORDS_LENGTH),
}

const PlaceBody = Type.Object({
  ...PlaceWords,
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object(PlaceWords)) })),
  kind: Type.Optional(OneOf(placeKinds)),
})
export type PlaceBody = Static<typeof PlaceBody>

export const listPlaces = endpoint({
  method: 'GET',
  path: '/admin/places',
  summary: 'The places of the community, by name, for who runs it',
  access: 'member',
  answer: Type.Array(InformationPlace),
  errors: [],
})

export const addPlace = endpoint({
  method: 'POST',
  path: '/admin/places',
  summary: 'A place more: members choose it when they publish',
  access: 'member',
  whenSuspended: false,
  body: PlaceBody,
  answer: InformationPlace,
  errors: ['namemandatory', 'toomanyplaces', 'toomanyrequests'],
})

/** What is absent stays; null empties. */
export const changePlace = endpoint({
  method: 'PUT',
  path: '/admin/places/:id',
  summary: 'Change a place: posts that name it call it by its new name',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: PlaceBody,
  answer: InformationPlace,
  errors: ['error404', 'namemandatory', 'toomanyrequests'],
})

export const removePlace = endpoint({
  method: 'DELETE',
  path: '/admin/places/:id',
  summary: 'Take a place from all lists; posts that name it keep its name',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

/** Emergencies and the like are called by two to six digits. */
const isShortNumber = (phone: string) => /^\d{2,6}$/.test(phone.replace(/[\s.-]/g, ''))

/** What the form and the server both ask of a number, in the order in which errors are told. */
export const checkUsefulNumber = ({ name, lang, phone }: Static<typeof NumberBody>): RuleBreak | null => {
  if (!isNamed(name) && !isNamed(lang?.en?.name)) return { key: 'namemandatory', field: 'name' }
  const typed = phone?.trim() ?? ''
  return isPhone(typed) || isShortNumber(typed) ? null : { key: 'invalidphonenumber', field: 'phone' }
}

/** The same of what a community tells of itself. Of a useful number `field` says which: `usefulNumbers.0.phone`. */
export const checkInformation = (form: InformationBody): RuleBreak | null => {
  if (form.name !== undefined && !isNamed(form.name)) return { key: 'namemandatory', field: 'name' }
  for (const field of ['phone', 'fax'] as const) {
    const typed = form[field]?.trim()
    if (typed && !isPhone(typed)) return { key: 'invalidphonenumber', field }
  }
  const brokenMail = form.mail?.trim() ? checkEmail(form.mail) : null
  if (brokenMail) return { ...brokenMail, field: 'mail' }
  if (form.webSiteUrl?.trim() && !webLinkOf(form.webSiteUrl)) return { key: 'invalidweblink', field: 'webSiteUrl' }
  for (const [at, number] of (form.usefulNumbers ?? []).entries()) {
    const broken = checkUsefulNumber(number)
    if (broken) return { ...broken, field: `usefulNumbers.${at}.${broken.field}` }
  }
  return null
}

/** A place has a name, in one language at least. */
export const checkPlace = ({ name, lang }: Pick<PlaceBody, 'name' | 'lang'>): RuleBreak | null =>
  isNamed(name) || isNamed(lang?.en?.name) ? null : { key: 'namemandatory', field: 'name' }

declare module './realtime.ts' {
  interface ServerMessages {
    /** What this community tells of itself or offers has changed: whoever shows it asks anew. */
    'community.updated': { _id: string }
  }
}
