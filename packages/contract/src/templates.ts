import Type, { type Static } from 'typebox'
import { Channel } from './community.ts'
import { isBlank } from './blank.ts'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, English, Id, Media, Nullable, NullableText, OneOf } from './entity.ts'
import type { ValidationError } from './errors.ts'
import { DATE_NOW, DATE_TOGETHER, hues, FeedPost } from './feed.ts'
import { type EventGroup } from './feed-filter.ts'
import { MAX_ALT_LENGTH } from './media.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, MAX_TMP_ID_LENGTH, VIDEO_ID_PATTERN } from './publish.ts'

/** Types of templates: activities to share, requests, messages of the team, invitations to a good deal. */
export const templateTypes = ['Activity', 'Proposal', 'Template', 'GooddealActivity'] as const
export type TemplateType = (typeof templateTypes)[number]

/** A template of this subtype has no form of its own: it opens the form of a free post, prefilled. */
export const SUBTYPE_POST = 'Post'

/** The group of posts published from a template of each type. */
export const groupByTemplateType = {
  Activity: 'activity',
  Proposal: 'proposal',
  Template: 'like',
  GooddealActivity: 'gooddeal',
} as const satisfies Record<TemplateType, EventGroup>

export const MAX_TEMPLATE_NAME_LENGTH = 60
export const MAX_CHOICES = 12
export const MAX_CHOICE_LENGTH = 60

/** Pattern of the name of a pictogram; every name that matches is accepted. */
const PICTO_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
const Picto = Type.String({ maxLength: 80, pattern: PICTO_PATTERN })

export const Choice = Type.Object({ _id: Type.String(), name: NullableText, lang: English('name') })
export type Choice = Static<typeof Choice>

export const templateAbilities = ['publish', 'edit', 'remove'] as const

/** A form for publishing posts; only the posts have a time and place. Its thumbnail is a size of `photoUri`. */
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
  userId: Type.Union([Id, Type.Null()], {
    description: 'The author of the template within the team; null for one of the catalogue.',
  }),
  channelId: Type.Union([Id, Type.Null()], {
    description: 'The default channel; null where this viewer may not publish it.',
  }),
  channels: Type.Array(Channel, {
    description: 'The channels on which this viewer may publish it, the usual one first.',
  }),
  picto: Type.String(),
  hue: OneOf(hues),
  choices: Type.Array(Choice),
  acceptNotif: Type.Boolean({ description: 'True when members can subscribe to posts published from it.' }),
  abilities: abilitiesOf(...templateAbilities),
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
  summary: 'List the templates offered to the viewer by category; the answer to the team includes empty categories',
  access: 'session',
  answer: Type.Array(TemplateCategory),
  errors: [],
})

export const listDealTemplates = endpoint({
  method: 'GET',
  path: '/templates/usedByGooddeals',
  summary: 'List the templates that good deals of the community use for invitations',
  access: 'session',
  answer: Type.Array(Template),
  errors: [],
})

export const getTemplate = endpoint({
  method: 'GET',
  path: '/templates/:id',
  summary: 'Get one template',
  access: 'session',
  params: Type.Object({ id: Id }),
  answer: Template,
  errors: ['error404'],
})

/** A day that a post can have. `_id` is `now`, `together`, or YYYY-MM-DD in the community's timezone. */
export const TemplateDate = Type.Object({ _id: Type.String(), name: Type.String(), lang: English('name') })
export type TemplateDate = Static<typeof TemplateDate>
/** A time of day: `_id` is HH:mm. */
export const TemplateTime = Type.Object({ _id: Type.String(), name: Type.String(), lang: English('name') })
export type TemplateTime = Static<typeof TemplateTime>

/** Number of days that the form offers, today included; other days are accepted too. */
export const DAYS_OFFERED = 14
export const MAX_DAYS_AHEAD = 366

export const listTemplateDates = endpoint({
  method: 'GET',
  path: '/templates/dates',
  summary: 'List the days to choose from: now, to be agreed together, and the next days',
  access: 'session',
  answer: Type.Array(TemplateDate),
  errors: [],
})

export const listTemplateTimes = endpoint({
  method: 'GET',
  path: '/templates/times',
  summary: 'List all half hours of the day, from 08:00 on, with the earlier ones last',
  access: 'session',
  answer: Type.Array(TemplateTime),
  errors: [],
})

const TemplateText = Type.Optional(Nullable(Type.String({ maxLength: MAX_TEXT_LENGTH })))
const Name = Type.Optional(Nullable(Type.String({ maxLength: MAX_TEMPLATE_NAME_LENGTH })))
const TemplateTexts = {
  name: Name,
  title: Type.Optional(Nullable(Type.String({ maxLength: MAX_TITLE_LENGTH }))),
  description: TemplateText,
  postDescription: TemplateText,
  alt: Type.Optional(Nullable(Type.String({ maxLength: MAX_ALT_LENGTH }))),
}

const NewCategory = Type.Object({
  name: Name,
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object({ name: Name })) })),
  picto: Type.Optional(Picto),
  bgColor: Type.Optional(OneOf(hues)),
})

const ChoiceBody = Type.Object({
  _id: Type.Optional(Type.String({ maxLength: 64 })),
  name: Type.Optional(Nullable(Type.String({ maxLength: MAX_CHOICE_LENGTH }))),
  lang: Type.Optional(
    Type.Object({
      en: Type.Optional(Type.Object({ name: Type.Optional(Nullable(Type.String({ maxLength: MAX_CHOICE_LENGTH }))) })),
    }),
  ),
})

const TemplateBody = Type.Object({
  ...TemplateTexts,
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object(TemplateTexts)) })),
  photoUri: Type.Optional(NullableText),
  youtubeVideoId: Type.Optional(NullableText),
  type: Type.Optional(
    Type.Enum([...templateTypes], {
      description: '`GooddealActivity`: used by good deals for invitations; it can only be published with its deal.',
    }),
  ),
  subtype: Type.Optional(Nullable(OneOf([SUBTYPE_POST]))),
  categoryId: Type.Optional(Nullable(Id)),
  category: Type.Optional(Nullable(NewCategory)),
  picto: Type.Optional(Picto),
  choices: Type.Optional(Type.Array(ChoiceBody, { maxItems: MAX_CHOICES })),
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
  summary: 'Create a template of the team, in an existing category or a new one; `tmpId` makes the call idempotent',
  access: 'member',
  allowSuspended: false,
  body: TemplateBody,
  files: true,
  answer: Template,
  errors: [...templateErrors],
})

/** Absent fields stay unchanged; null clears a field. */
export const editTemplate = endpoint({
  method: 'PUT',
  path: '/templates/:id',
  summary: 'Change a template of the team; posts published from it keep their text and show its new name',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: TemplateBody,
  files: true,
  answer: Template,
  errors: [...templateErrors],
})

export const removeTemplate = endpoint({
  method: 'DELETE',
  path: '/templates/:id',
  summary: 'Withdraw a template of the team; posts published from it stay',
  access: 'member',
  allowSuspended: false,
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
  summary: 'Publish from a template; only its id is required. `tmpId` makes the call idempotent for its user',
  access: 'member',
  allowSuspended: false,
  body: PublicationBody,
  answer: FeedPost,
  errors: ['error404', 'pastdate', 'minorlocation', 'toomanyrequests'],
})

declare module './realtime.ts' {
  interface ServerMessages {
    'template.created': Template
    'template.updated': Template
    'template.deleted': { _id: string }
  }
}

export const validateTemplate = (
  template: Pick<TemplateBody, 'name' | 'description' | 'lang' | 'youtubeVideoId' | 'categoryId' | 'category'> & {
    hasPhoto: boolean
  },
): ValidationError | null => {
  const { en } = template.lang ?? {}
  if (isBlank(template.name) && isBlank(en?.name)) return { key: 'namemandatory', field: 'name' }
  if (!template.hasPhoto && isBlank(template.description) && isBlank(en?.description))
    return { key: 'descriptionmandatory', field: 'description' }
  if (!isBlank(template.youtubeVideoId) && !VIDEO_ID_PATTERN.test(template.youtubeVideoId!))
    return { key: 'invalidvideolink', field: 'youtubeVideoId' }
  if (!template.categoryId) {
    const { category } = template
    if (!category) return { key: 'categorymandatory', field: 'categoryId' }
    if (isBlank(category.name) && isBlank(category.lang?.en?.name))
      return { key: 'categorymandatory', field: 'category' }
  }
  return null
}

/** Whether a time can be set with this day: not without a day, nor with `now` or `together`. */
export const canHaveTime = (dateId: string | null | undefined): boolean =>
  Boolean(dateId) && dateId !== DATE_NOW && dateId !== DATE_TOGETHER

/** Every half hour of a day, as HH:mm. */
export const halfHours: readonly string[] = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)
