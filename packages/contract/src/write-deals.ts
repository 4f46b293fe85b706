import Type, { type Static } from 'typebox'
import { isOnEarth, MapBody, Point } from './community.ts'
import { Deal } from './deals.ts'
import { isBlank } from './blank.ts'
import { endpoint } from './endpoint.ts'
import { Id, Nullable, NullableText, PageQuery, pageOf } from './entity.ts'
import type { RuleBreak } from './errors.ts'
import { MAX_ALT_LENGTH } from './media.ts'
import { RemovalQuery } from './moderation.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from './profile.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, MAX_TMP_ID_LENGTH } from './publish.ts'
import { MAX_EMAIL_LENGTH } from './session.ts'
import { isWholePhone } from './phone-label.ts'
import { checkEmail } from './session-rules.ts'
import { MAX_CHOICE_LENGTH, MAX_CHOICES } from './templates.ts'

/** Of promotion, opening times and price, in characters. */
export const MAX_DEAL_LINE_LENGTH = 200
/** Of a web address. */
export const MAX_URL_LENGTH = 500
export const MAX_PHONE_LENGTH = 30
/** Why a deal is refused, in characters. */
export const MAX_REFUSAL_LENGTH = 500
/** How far from it a deal that is shown nearby reaches, in kilometres. */
export const DEAL_REACH_KM = 10

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))
const Day = Type.Optional(Nullable(Type.String({ maxLength: 10, description: 'YYYY-MM-DD' })))

/** What a deal says, in one language. */
const DealWords = {
  title: Text(MAX_TITLE_LENGTH),
  description: Text(MAX_TEXT_LENGTH),
  promotion: Text(MAX_DEAL_LINE_LENGTH),
  openingTime: Text(MAX_DEAL_LINE_LENGTH),
  price: Text(MAX_DEAL_LINE_LENGTH),
  activityDescription: Text(MAX_TEXT_LENGTH),
  activityPostDescription: Text(MAX_TEXT_LENGTH),
  /** Words for who cannot see the photo. */
  alt: Text(MAX_ALT_LENGTH),
}

const DealChoice = Type.Object({
  _id: Type.Optional(Type.String({ maxLength: 64 })),
  name: Text(MAX_CHOICE_LENGTH),
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object({ name: Text(MAX_CHOICE_LENGTH) })) })),
})

const DealBody = Type.Object({
  ...DealWords,
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object(DealWords)) })),
  categoryId: Type.Optional(Nullable(Id)),
  templateId: Type.Optional(
    Type.Union([Id, Type.Null()], { description: 'of `GET /templates/usedByGooddeals`: what it invites to' }),
  ),
  choices: Type.Optional(Type.Array(DealChoice, { maxItems: MAX_CHOICES })),
  address: Text(MAX_ADDRESS_LENGTH),
  zipCode: Text(10),
  city: Text(MAX_NAME_LENGTH),
  phone: Text(MAX_PHONE_LENGTH),
  webSiteUrl: Text(MAX_URL_LENGTH),
  fbUrl: Text(MAX_URL_LENGTH),
  email: Text(MAX_EMAIL_LENGTH),
  photoUri: Type.Optional(NullableText),
  loc: Type.Optional(Nullable(Point)),
  startDate: Day,
  endDate: Day,
  nearby: Type.Optional(Type.Boolean({ description: 'shown to the communities near it too; true without it' })),
  tmpId: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TMP_ID_LENGTH })),
})
export type DealBody = Static<typeof DealBody>

const writeErrors = [
  'error404',
  'titlemandatory',
  'descriptionmandatory',
  'categorymandatory',
  'placemandatory',
  'invalidphonenumber',
  'invalidweblink',
  'invalidemail',
  'invaliddateformat',
  'enddatebeforestart',
  'toomanyrequests',
] as const

export const createDeal = endpoint({
  method: 'POST',
  path: '/gooddeals',
  summary: "A good deal; an advertiser's first waits for an administrator's yes; the same `tmpId` is the same deal",
  access: 'member',
  whenSuspended: false,
  body: DealBody,
  files: true,
  answer: Deal,
  errors: [...writeErrors],
})

/** What is absent stays; null empties. */
export const editDeal = endpoint({
  method: 'PUT',
  path: '/gooddeals/:id',
  summary: 'Change a deal; one that was refused waits anew',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: DealBody,
  files: true,
  answer: Deal,
  errors: [...writeErrors],
})

export const endDeal = endpoint({
  method: 'POST',
  path: '/gooddeals/end/:id',
  summary: 'End a deal now: it leaves lists and maps; its author may show it again by giving it another last day',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Deal,
  errors: ['error404'],
})

export const removeDeal = endpoint({
  method: 'DELETE',
  path: '/gooddeals/:id',
  summary:
    'Remove a deal: its author for good, the team by a decision that its author reads; posts published from it keep their words',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  query: RemovalQuery,
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'overruled'],
})

export const listKeptDeals = endpoint({
  method: 'GET',
  path: '/gooddeals/mine',
  summary:
    'The deals that the viewer keeps, newest first, whatever their state: their own; for who runs the community all that were written in it',
  access: 'member',
  query: Type.Object({
    ...PageQuery,
    waiting: Type.Optional(Type.Boolean({ description: 'those alone that wait for a yes' })),
  }),
  answer: pageOf(
    Deal,
    Type.Object({
      waiting: Type.Integer({ description: 'how many wait for a yes' }),
      needsApproval: Type.Boolean({ description: 'what the viewer writes next waits for one' }),
    }),
  ),
  errors: [],
})

export const decideOnDeal = endpoint({
  method: 'PUT',
  path: '/admin/deals/:id',
  summary: 'Say yes or no to a deal that waits: its author is told by mail',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    approve: Type.Boolean(),
    reason: Type.Optional(Nullable(Type.String({ maxLength: MAX_REFUSAL_LENGTH }))),
    version: Type.Optional(
      Type.Integer({ description: 'of the deal as it was read: one that has changed since is refused' }),
    ),
  }),
  answer: Deal,
  errors: ['error404', 'dealchanged'],
})

export const countDealSeen = endpoint({
  method: 'POST',
  path: '/gooddeals/seen/:id',
  summary: 'The viewer has opened the deal; each person counts once, who keeps it does not',
  access: 'session',
  whenSuspended: true,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

export const countDealRoute = endpoint({
  method: 'POST',
  path: '/gooddeals/route/:id',
  summary: 'The viewer has started the route to the deal; each person counts once, who keeps it does not',
  access: 'session',
  whenSuspended: true,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

export const drawDealMap = endpoint({
  method: 'PUT',
  path: '/gooddeals/map',
  summary: 'A static picture of the map around a deal, made by staff; null takes it away',
  access: 'member',
  whenSuspended: false,
  body: MapBody,
  files: true,
  answer: Deal,
  errors: ['error404', 'toomanyrequests'],
})

const phonePattern = /^\+?(?=(?:\D*\d){2})[\d\s().-]{4,}$/
/** A telephone number as people write it: digits, with spaces, dots, hyphens, brackets and a plus before it. */
export const isPhone = (typed: string): boolean => phonePattern.test(typed)

/** Of a year that clocks and calendars agree on. */
const dayPattern = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/

const webPattern = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/** Browsers and Node both have it. */
declare const URL: { canParse(address: string): boolean }

/** A page of the web: what is written without a scheme is https. Null for anything else. */
export const webLinkOf = (typed: string): string | null => {
  const link = typed.trim()
  if (!webPattern.test(link)) return null
  const address = /^https?:/i.test(link) ? link : `https://${link}`
  return address.length <= MAX_URL_LENGTH && URL.canParse(address) ? address : null
}

const isDay = (day: string) =>
  dayPattern.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)

type WrittenDeal = Pick<
  DealBody,
  | 'title'
  | 'description'
  | 'lang'
  | 'categoryId'
  | 'loc'
  | 'phone'
  | 'webSiteUrl'
  | 'fbUrl'
  | 'email'
  | 'startDate'
  | 'endDate'
> & {
  hasPhoto: boolean
  /** The telephone number that the deal has already: it may be from before numbers had to be whole. */
  keptPhone?: string | null
}

const isBroken = (typed: string | null | undefined, isWell: (text: string) => unknown) =>
  Boolean(typed?.trim()) && !isWell(typed!.trim())

/** All that a deal as it would stand lacks, one for each field, in the order in which errors are told. */
export const dealBreaks = (deal: WrittenDeal): RuleBreak[] => {
  const { title, description, lang, phone, webSiteUrl, fbUrl, email, startDate, endDate } = deal
  const breaks: (RuleBreak | false | null | undefined | '')[] = [
    isBlank(title) && isBlank(lang?.en?.title) && { key: 'titlemandatory', field: 'title' },
    !deal.hasPhoto &&
      isBlank(description) &&
      isBlank(lang?.en?.description) && { key: 'descriptionmandatory', field: 'description' },
    !deal.categoryId && { key: 'categorymandatory', field: 'categoryId' },
    (!deal.loc || !isOnEarth(deal.loc)) && { key: 'placemandatory', field: 'loc' },
    phone?.trim() !== deal.keptPhone && isBroken(phone, isWholePhone) && { key: 'invalidphonenumber', field: 'phone' },
    isBroken(webSiteUrl, webLinkOf) && { key: 'invalidweblink', field: 'webSiteUrl' },
    isBroken(fbUrl, webLinkOf) && { key: 'invalidweblink', field: 'fbUrl' },
    isBroken(email, text => !checkEmail(text)) && { ...checkEmail(email!)!, field: 'email' },
    startDate && !isDay(startDate) && { key: 'invaliddateformat', field: 'startDate' },
    endDate && !isDay(endDate)
      ? { key: 'invaliddateformat', field: 'endDate' }
      : startDate &&
        endDate &&
        isDay(startDate) &&
        endDate < startDate && { key: 'enddatebeforestart', field: 'endDate' },
  ]
  return breaks.filter(one => typeof one === 'object' && one !== null)
}

/** What the server answers: the first of them. */
export const checkDeal = (deal: WrittenDeal): RuleBreak | null => dealBreaks(deal)[0] ?? null
