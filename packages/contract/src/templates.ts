import Type, { type Static } from 'typebox'
import { Channel } from './community.ts'
import { isBlank } from './blank.ts'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, English, Id, Media, Nullable, NullableText, OneOf } from './entity.ts'
import type { RuleBreak } from './errors.ts'
import { DATE_NOW, DATE_TOGETHER, hues, LiveEvent } from './feed.ts'
import { type EventGroup } from './feed-filter.ts'
import { MAX_ALT_LENGTH } from './media.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, MAX_TMP_ID_LENGTH, VIDEO_ID } from './publish.ts'

/** What a template is for: moments to share, requests, messages of the team, what a good deal invites to. */
export const templateTypes = ['Activity', 'Proposal', 'Template', 'GooddealActivity'] as const
export type TemplateType = (typeof templateTypes)[number]

/** A template of this subtype is no form of its own: it opens the free post, prefilled. */
export const SUBTYPE_POST = 'Post'

/** The group of what is published from a template of each type. */
export const groupOfType = {
  Activity: 'activity',
  Proposal: 'proposal',
  Template: 'like',
  GooddealActivity: 'gooddeal',
} as const satisfies Record<TemplateType, EventGroup>

export const MAX_TEMPLATE_NAME_LENGTH = 60
export const MAX_CHOICES = 12
export const MAX_CHOICE_LENGTH = 60

/** Names of pictograms in the open set. */
const PICTO = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
const Picto = Type.String({ maxLength: 80, pattern: PICTO })

export const Choice = Type.Object({ _id: Type.String(), name: NullableText, lang: English('name') })
export type Choice = Static<typeof Choice>

export const templateVerbs = ['publish', 'edit', 'remove'] as const

/**
 * What is published again and again. When and where (`startDate`, `dateId`, `timeId`, `equipmentId`) belong to what is
 * published from it; it has no address (`url`), and its thumbnail is a size of `photoUri`.
 */
export const Template = Type.Object({
  _id: Id,
  name: NullableText,
  title: NullableText,
  description: NullableText,
  postDescription: NullableText,
  lang: English('name', 'title', 'description', 'postDescription'),
  photoUri: NullableText,
  photo: Nullable(Media),
  youtubeVideoId: NullableText,
  type: OneOf(templateTypes),
  subtype: NullableText,
  groupId: Type.String(),
  categoryId: Id,
  category: Type.Object({ name: NullableText, lang: English('name') }),
  userId: Type.Union([Id, Type.Null()], { description: 'who of the team has written it; null of the catalogue' }),
  channelId: Type.Union([Id, Type.Null()], {
    description: 'where it is published unless its author says otherwise; null where this viewer may not publish it',
  }),
  channels: Type.Array(Channel, { description: 'where this viewer may publish it, the usual one first' }),
  picto: Type.String(),
  hue: OneOf(hues),
  choices: Type.Array(Choice),
  acceptNotif: Type.Boolean({ description: 'whether one can ask to be told of what is published from it' }),
  abilities: abilitiesOf(...templateVerbs),
})
export type Template = Static<typeof Template>

export const TemplateCategory = Type.Object({
  _id: Id,
  name: NullableText,
  lang: English('name'),
  picto: Type.String(),
  bgColor: OneOf(hues),
  templateIds: Type.Array(Id),
  templates: Type.Array(Template),
})
export type TemplateCategory = Static<typeof TemplateCategory>

export const listTemplateCategories = endpoint({
  method: 'GET',
  path: '/templates/categories',
  summary: 'The templates that the viewer is offered, by category; the team is answered the empty categories too',
  access: 'session',
  answer: Type.Array(TemplateCategory),
  errors: [],
})

export const listDealTemplates = endpoint({
  method: 'GET',
  path: '/templates/usedByGooddeals',
  summary: 'The templates by which the good deals of the community invite',
  access: 'session',
  answer: Type.Array(Template),
  errors: [],
})

export const getTemplate = endpoint({
  method: 'GET',
  path: '/templates/:id',
  summary: 'One template',
  access: 'session',
  params: Type.Object({ id: Id }),
  answer: Template,
  errors: ['error404'],
})

/** A day that something may be published for. `_id` is `now`, `together`, or YYYY-MM-DD at the community's place. */
export const TemplateDate = Type.Object({ _id: Type.String(), name: Type.String(), lang: English('name') })
export type TemplateDate = Static<typeof TemplateDate>
/** A time of day: `_id` is HH:mm. */
export const TemplateTime = Type.Object({ _id: Type.String(), name: Type.String(), lang: English('name') })
export type TemplateTime = Static<typeof TemplateTime>

/** How many days are offered, today included; others can be named. */
export const DAYS_OFFERED = 14
/** How far ahead a day may be named. */
export const MOST_DAYS_AHEAD = 366

export const listTemplateDates = endpoint({
  method: 'GET',
  path: '/templates/dates',
  summary: 'Now, to be agreed together, and the days that come',
  access: 'session',
  answer: Type.Array(TemplateDate),
  errors: [],
})

export const listTemplateTimes = endpoint({
  method: 'GET',
  path: '/templates/times',
  summary: 'The half hours of the whole day, from 08:00 on; those before come last',
  access: 'session',
  answer: Type.Array(TemplateTime),
  errors: [],
})

const TemplateText = Type.Optional(Nullable(Type.String({ maxLength: MAX_TEXT_LENGTH })))
const Name = Type.Optional(Nullable(Type.String({ maxLength: MAX_TEMPLATE_NAME_LENGTH })))
const Writing = {
  name: Name,
  title: Type.Optional(Nullable(Type.String({ maxLength: MAX_TITLE_LENGTH }))),
  description: TemplateText,
  postDescription: TemplateText,
  /** Words for who cannot see the photo that comes along in `files`. */
  alt: Type.Optional(Nullable(Type.String({ maxLength: MAX_ALT_LENGTH }))),
}

const NewCategory = Type.Object({
  name: Name,
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object({ name: Name })) })),
  picto: Type.Optional(Picto),
  bgColor: Type.Optional(OneOf(hues)),
})

const ChoiceWritten = Type.Object({
  _id: Type.Optional(Type.String({ maxLength: 64 })),
  name: Type.Optional(Nullable(Type.String({ maxLength: MAX_CHOICE_LENGTH }))),
  lang: Type.Optional(
    Type.Object({
      en: Type.Optional(Type.Object({ name: Type.Optional(Nullable(Type.String({ maxLength: MAX_CHOICE_LENGTH }))) })),
    }),
  ),
})

const TemplateBody = Type.Object({
  ...Writing,
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object(Writing)) })),
  photoUri: Type.Optional(NullableText),
  youtubeVideoId: Type.Optional(NullableText),
  type: Type.Optional(
    Type.Enum([...templateTypes], {
      description: '`GooddealActivity`: good deals of the community invite by it; it is published with its deal alone',
    }),
  ),
  subtype: Type.Optional(Nullable(OneOf([SUBTYPE_POST]))),
  categoryId: Type.Optional(Nullable(Id)),
  category: Type.Optional(Nullable(NewCategory)),
  picto: Type.Optional(Picto),
  choices: Type.Optional(Type.Array(ChoiceWritten, { maxItems: MAX_CHOICES })),
  channelId: Type.Optional(Nullable(Id)),
  acceptNotif: Type.Optional(Type.Boolean()),
  tmpId: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TMP_ID_LENGTH })),
})
export type TemplateBody = Static<typeof TemplateBody>

const templateErrors = [
  'namemandatory',
  'descriptionmandatory',
  'categorymandatory',
  'invalidvideolink',
  'error404',
  'toomanyrequests',
] as const

export const createTemplate = endpoint({
  method: 'POST',
  path: '/templates',
  summary: 'A template of the team, in a category that is there or a new one; the same `tmpId` is the same template',
  access: 'member',
  whenSuspended: false,
  body: TemplateBody,
  files: true,
  answer: Template,
  errors: [...templateErrors],
})

/** What is absent stays; null empties. */
export const editTemplate = endpoint({
  method: 'PUT',
  path: '/templates/:id',
  summary: 'Change a template of the team; what was published from it keeps its words, and has its new name',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: TemplateBody,
  files: true,
  answer: Template,
  errors: [...templateErrors],
})

export const removeTemplate = endpoint({
  method: 'DELETE',
  path: '/templates/:id',
  summary: 'Offer a template of the team no more; what was published from it stays',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

const PublicationBody = Type.Object({
  templateId: Id,
  groupId: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  dateId: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  timeId: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  locationId: Type.Optional(Nullable(Id)),
  equipmentId: Type.Optional(Nullable(Id)),
  choiceId: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
  goodDealId: Type.Optional(Nullable(Id)),
  channelsIds: Type.Optional(Type.Array(Id, { maxItems: 10 })),
  tmpId: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TMP_ID_LENGTH })),
})
export type PublicationBody = Static<typeof PublicationBody>

export const publishTemplate = endpoint({
  method: 'POST',
  path: '/templates/publish',
  summary: 'Publish from a template: needs its id alone; the same `tmpId` from the same user is the same publication',
  access: 'member',
  whenSuspended: false,
  body: PublicationBody,
  answer: LiveEvent,
  errors: ['error404', 'pastdate', 'minorlocation', 'toomanyrequests'],
})

declare module './realtime.ts' {
  interface ServerMessages {
    'template.created': Template
    'template.updated': Template
    'template.deleted': { _id: string }
  }
}

/**
 * What the template form and the server both ask of a template as it would stand, in the order in which errors are
 * told.
 */
export const checkTemplate = (
  template: Pick<TemplateBody, 'name' | 'description' | 'lang' | 'youtubeVideoId' | 'categoryId' | 'category'> & {
    hasPhoto: boolean
  },
): RuleBreak | null => {
  const { en } = template.lang ?? {}
  if (isBlank(template.name) && isBlank(en?.name)) return { key: 'namemandatory', field: 'name' }
  if (!template.hasPhoto && isBlank(template.description) && isBlank(en?.description))
    return { key: 'descriptionmandatory', field: 'description' }
  if (!isBlank(template.youtubeVideoId) && !VIDEO_ID.test(template.youtubeVideoId!))
    return { key: 'invalidvideolink', field: 'youtubeVideoId' }
  if (!template.categoryId) {
    const { category } = template
    if (!category) return { key: 'categorymandatory', field: 'categoryId' }
    if (isBlank(category.name) && isBlank(category.lang?.en?.name))
      return { key: 'categorymandatory', field: 'category' }
  }
  return null
}

/** Whether this day takes a time: neither none, `now` nor `together` does. */
export const takesTime = (dateId: string | null | undefined): boolean =>
  Boolean(dateId) && dateId !== DATE_NOW && dateId !== DATE_TOGETHER

/** Every half hour of a day, as HH:mm. */
export const halfHours: readonly string[] = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)
