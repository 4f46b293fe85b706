import Type, { type Static } from 'typebox'
import { isValidPoint, MapBody, Point } from './community.ts'
import { dealFactsBody, dealTextsBody, MAX_URL_LENGTH } from './deal-fields.ts'
import { Deal } from './deals.ts'
import { isBlank } from './blank.ts'
import { endpoint } from './endpoint.ts'
import { Id, Nullable, NullableText, PageQuery, pageOf, OptionalText } from './entity.ts'
import type { ValidationError } from './errors.ts'
import { MAX_ALT_LENGTH } from './media.ts'
import { RemovalQuery } from './moderation.ts'
import { MAX_TMP_ID_LENGTH } from './publish.ts'
import { isDialablePhone } from './phone-format.ts'
import { validateEmail } from './entry-rules.ts'
import { MAX_CHOICE_LENGTH, MAX_CHOICES } from './templates.ts'
import { isDay } from './zoned-time.ts'

export const MAX_REFUSAL_LENGTH = 500
/** Maximum distance, in kilometres, between a deal and a community that shows it. */
export const DEAL_REACH_KM = 10

const Day = Type.Optional(Nullable(Type.String({ maxLength: 10, description: 'YYYY-MM-DD' })))

const DealChoice = Type.Object({
  _id: Type.Optional(Type.String({ maxLength: 64 })),
  name: OptionalText(MAX_CHOICE_LENGTH),
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object({ name: OptionalText(MAX_CHOICE_LENGTH) })) })),
})

const TextsBody = Type.Partial(
  Type.Object({ ...dealTextsBody, alt: Nullable(Type.String({ maxLength: MAX_ALT_LENGTH })) }),
)

const DealBody = Type.Object({
  ...TextsBody.properties,
  lang: Type.Optional(Type.Object({ en: Type.Optional(TextsBody) })),
  categoryId: Type.Optional(Nullable(Id)),
  templateId: Type.Optional(
    Type.Union([Id, Type.Null()], {
      description: 'A template of `GET /templates/usedByGooddeals` for invitations to the deal.',
    }),
  ),
  choices: Type.Optional(Type.Array(DealChoice, { maxItems: MAX_CHOICES })),
  ...Type.Partial(Type.Object(dealFactsBody)).properties,
  photoUri: Type.Optional(NullableText),
  loc: Type.Optional(Nullable(Point)),
  startDate: Day,
  endDate: Day,
  nearby: Type.Optional(
    Type.Boolean({ description: 'True to show it to the communities near it too; the default is true.' }),
  ),
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
  summary:
    'Create a good deal. The first of an advertiser needs approval by an administrator. `tmpId` makes the call idempotent',
  access: 'member',
  allowSuspended: false,
  body: DealBody,
  files: true,
  answer: Deal,
  errors: [...writeErrors],
})

/** Absent fields stay unchanged; null clears a field. */
export const editDeal = endpoint({
  method: 'PUT',
  path: '/gooddeals/:id',
  summary: 'Change a deal; a refused one is submitted for approval again',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: DealBody,
  files: true,
  answer: Deal,
  errors: [...writeErrors],
})

export const endDeal = endpoint({
  method: 'POST',
  path: '/gooddeals/end/:id',
  summary: 'End a deal now: it leaves lists and maps; its author can show it again by setting another last day',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Deal,
  errors: ['error404'],
})

export const removeDeal = endpoint({
  method: 'DELETE',
  path: '/gooddeals/:id',
  summary:
    'Remove a deal: its author permanently, the team by a decision that is sent to its author; posts published from it keep their text',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  query: RemovalQuery,
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'overruled'],
})

export const listManagedDeals = endpoint({
  method: 'GET',
  path: '/gooddeals/mine',
  summary:
    'List the deals that the viewer manages, newest first, in any state: their own; for those who run the community all that were written in it',
  access: 'member',
  query: Type.Object({
    ...PageQuery,
    waiting: Type.Optional(Type.Boolean({ description: 'Only those pending approval.' })),
  }),
  answer: pageOf(
    Deal,
    Type.Object({
      waiting: Type.Integer({ description: 'The number of deals pending approval.' }),
      needsApproval: Type.Boolean({ description: 'True when the next deal of the viewer needs approval.' }),
    }),
  ),
  errors: [],
})

export const decideOnDeal = endpoint({
  method: 'PUT',
  path: '/admin/deals/:id',
  summary: 'Approve or refuse a pending deal: its author is notified by mail',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    approve: Type.Boolean(),
    reason: Type.Optional(Nullable(Type.String({ maxLength: MAX_REFUSAL_LENGTH }))),
    version: Type.Optional(
      Type.Integer({
        description: 'The version of the deal that was read: the call is refused if it has changed since.',
      }),
    ),
  }),
  answer: Deal,
  errors: ['error404', 'dealchanged'],
})

export const recordDealView = endpoint({
  method: 'POST',
  path: '/gooddeals/seen/:id',
  summary: 'Record that the viewer has opened the deal; each person counts once, those who manage it do not count',
  access: 'session',
  allowSuspended: true,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

export const recordDealRoute = endpoint({
  method: 'POST',
  path: '/gooddeals/route/:id',
  summary:
    'Record that the viewer has started the route to the deal; each person counts once, those who manage it do not count',
  access: 'session',
  allowSuspended: true,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

export const drawDealMap = endpoint({
  method: 'PUT',
  path: '/gooddeals/map',
  summary: 'Set the static map around a deal, made by staff; null removes it',
  access: 'member',
  allowSuspended: false,
  body: MapBody,
  files: true,
  answer: Deal,
  errors: ['error404', 'toomanyrequests'],
})

const phonePattern = /^\+?(?=(?:\D*\d){2})[\d\s().-]{4,}$/
/** Whether `typed` is a phone number: digits with spaces, dots, hyphens, brackets and a leading plus. */
export const isPhone = (typed: string): boolean => phonePattern.test(typed)

const webPattern = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/** A global in browsers and in Node, for neither of which the contract has types. */
declare const URL: { canParse(address: string): boolean }

/** Normalizes a web link: adds https if it has no scheme. Null for other text. */
export const parseWebLink = (typed: string): string | null => {
  const link = typed.trim()
  if (!webPattern.test(link)) return null
  const address = /^https?:/i.test(link) ? link : `https://${link}`
  return address.length <= MAX_URL_LENGTH && URL.canParse(address) ? address : null
}

type DealInput = Pick<
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
  /** The stored phone number, which is accepted if unchanged: it may predate the rule that numbers must be complete. */
  storedPhone?: string | null
}

const isInvalid = (typed: string | null | undefined, isValid: (text: string) => unknown) =>
  Boolean(typed?.trim()) && !isValid(typed!.trim())

/** All errors of the deal, one per field, in the order of the form. */
export const findDealErrors = (deal: DealInput): ValidationError[] => {
  const { title, description, lang, phone, webSiteUrl, fbUrl, email, startDate, endDate } = deal
  const errors: (ValidationError | false | null | undefined | '')[] = [
    isBlank(title) && isBlank(lang?.en?.title) && { key: 'titlemandatory', field: 'title' },
    !deal.hasPhoto &&
      isBlank(description) &&
      isBlank(lang?.en?.description) && { key: 'descriptionmandatory', field: 'description' },
    !deal.categoryId && { key: 'categorymandatory', field: 'categoryId' },
    (!deal.loc || !isValidPoint(deal.loc)) && { key: 'placemandatory', field: 'loc' },
    phone?.trim() !== deal.storedPhone &&
      isInvalid(phone, isDialablePhone) && { key: 'invalidphonenumber', field: 'phone' },
    isInvalid(webSiteUrl, parseWebLink) && { key: 'invalidweblink', field: 'webSiteUrl' },
    isInvalid(fbUrl, parseWebLink) && { key: 'invalidweblink', field: 'fbUrl' },
    isInvalid(email, text => !validateEmail(text)) && { ...validateEmail(email!)!, field: 'email' },
    startDate && !isDay(startDate) && { key: 'invaliddateformat', field: 'startDate' },
    endDate && !isDay(endDate)
      ? { key: 'invaliddateformat', field: 'endDate' }
      : startDate &&
        endDate &&
        isDay(startDate) &&
        endDate < startDate && { key: 'enddatebeforestart', field: 'endDate' },
  ]
  return errors.filter(one => typeof one === 'object' && one !== null)
}

export const validateDeal = (deal: DealInput): ValidationError | null => findDealErrors(deal)[0] ?? null
