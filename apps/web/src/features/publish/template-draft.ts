import type { ValidationError } from '@parvis/contract/errors.ts'
import { hues } from '@parvis/contract/feed.ts'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import {
  validateTemplate,
  MAX_CHOICE_LENGTH,
  MAX_TEMPLATE_NAME_LENGTH,
  type Template,
  type TemplateBody,
} from '@parvis/contract/templates.ts'
import { draftStore, type DraftStore } from '#web/kernel/device/drafts.ts'
import { emptyTexts, list, nullable, oneOf, optional, type Shaped, text, texts } from '#web/kernel/device/shape.ts'
import { languageOverLimit } from '#web/kernel/text/language-over-limit.ts'
import { trimToNull } from '#web/kernel/text/trim-to-null.ts'
import type { TileType } from './template-tiles.ts'
import { sentVideoId, videoUrl } from './video-link.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of templates, by owner. */
    templatedrafts: Record<string, unknown>
  }
}

/** `alt` is the alternative text of the photo. */
const languageShape = texts('name', 'title', 'description', 'after', 'alt')
const categoryShape = { ...texts('fr', 'en', 'picto'), hue: oneOf(...hues) }
/** `id` is the id of an existing choice; null for a new one. */
const choiceShape = { id: nullable(text), ...texts('fr', 'en') }

export const templateShape = {
  /** Idempotency key, the same for each attempt, so that the server stores only one copy. */
  tmpId: text,
  type: oneOf<TileType>('Activity', 'Proposal', 'Template'),
  fr: languageShape,
  en: languageShape,
  /** Id of the category; null until one is chosen, and for a new category. */
  categoryId: nullable(text),
  category: nullable(categoryShape),
  /** Pictogram of the tile; null for that of the category. */
  picto: nullable(text),
  choices: list(choiceShape),
  /** Link of the video; null until one is added. */
  link: nullable(text),
  /** `stored` means the photo that the saved template already has. */
  photo: oneOf('none', 'stored', 'new'),
  /** Id of the channel; null for the default channel. */
  channelId: nullable(text),
  /** Set once sent, as the server may have the template; `changed` if edited after that. */
  sent: optional(oneOf('same', 'changed')),
}
export type TemplateDraft = Shaped<typeof templateShape>
export type TemplateDraftTexts = TemplateDraft['fr']
export type NewCategory = NonNullable<TemplateDraft['category']>

export const templateDrafts = (owner: string): DraftStore => draftStore('templatedrafts', owner)

/** Pictogram and colour of a new category until the author chooses others. */
export const DEFAULT_PICTO = 'memo'
const DEFAULT_HUE = 'notice'

export const newCategory = (): NewCategory => ({ fr: '', en: '', picto: DEFAULT_PICTO, hue: DEFAULT_HUE })

/** Placeholder for the id of a category that is created together with the template. */
export const NEW_CATEGORY = 'new'

export const newTemplateDraft = (type: TileType, categoryId: string | undefined): TemplateDraft => ({
  tmpId: crypto.randomUUID(),
  type,
  fr: emptyTexts(languageShape),
  en: emptyTexts(languageShape),
  categoryId: categoryId === NEW_CATEGORY ? null : (categoryId ?? null),
  category: categoryId === NEW_CATEGORY ? newCategory() : null,
  picto: null,
  choices: [],
  link: null,
  photo: 'none',
  channelId: null,
})

export const draftOfTemplate = (template: Template): TemplateDraft => {
  const { lang, photo } = template
  return {
    ...newTemplateDraft(template.type as TileType, template.categoryId),
    fr: {
      name: template.name ?? '',
      title: template.title ?? '',
      description: template.description ?? '',
      after: template.postDescription ?? '',
      alt: photo?.alt ?? '',
    },
    en: {
      name: lang.en.name ?? '',
      title: lang.en.title ?? '',
      description: lang.en.description ?? '',
      after: lang.en.postDescription ?? '',
      alt: photo?.lang.en.alt ?? '',
    },
    picto: template.picto,
    choices: template.choices.map(choice => ({ id: choice._id, fr: choice.name ?? '', en: choice.lang.en.name ?? '' })),
    link: videoUrl(template.youtubeVideoId),
    photo: photo ? 'stored' : 'none',
    channelId: template.channelId,
  }
}

/** Number of filled-in texts among name, title and description, in one language. */
export const countTexts = ({ name, title, description }: TemplateDraftTexts): number =>
  [name, title, description].filter(text => text.trim()).length
/** Number of texts that `countTexts` can count: name, title and description. */
export const TEMPLATE_TEXT_COUNT = 3

const categoryBody = ({ category }: TemplateDraft): TemplateBody['category'] =>
  category && {
    name: trimToNull(category.fr),
    lang: { en: { name: trimToNull(category.en) } },
    picto: category.picto,
    bgColor: category.hue,
  }

export const validateTemplateDraft = (draft: TemplateDraft): ValidationError | null =>
  validateTemplate({ ...templateBody(draft), hasPhoto: draft.photo !== 'none' })

/** Builds the request body; null clears a field of the template. */
export const templateBody = (draft: TemplateDraft): TemplateBody => {
  const hasPhoto = draft.photo !== 'none'
  const bodyTexts = ({ name, title, description, after, alt }: TemplateDraftTexts) => ({
    name: trimToNull(name),
    title: trimToNull(title),
    description: trimToNull(description),
    postDescription: trimToNull(after),
    ...(hasPhoto && { alt: trimToNull(alt) }),
  })
  return {
    ...bodyTexts(draft.fr),
    lang: { en: bodyTexts(draft.en) },
    type: draft.type,
    youtubeVideoId: sentVideoId(draft.link),
    ...(!hasPhoto && { photoUri: null }),
    ...(draft.category ? { category: categoryBody(draft) } : { categoryId: draft.categoryId }),
    ...(draft.picto && { picto: draft.picto }),
    choices: draft.choices.map(({ id, fr, en }) => ({
      ...(id && { _id: id }),
      name: trimToNull(fr),
      lang: { en: { name: trimToNull(en) } },
    })),
    ...(draft.channelId && { channelId: draft.channelId }),
    tmpId: draft.tmpId,
  }
}

/** Returns the language in which a text to be sent is too long, including the texts of choices. */
export const languageTooLong = (draft: TemplateDraft): Language | undefined => {
  const body = templateBody(draft)
  return (
    languageOverLimit(body, {
      name: MAX_TEMPLATE_NAME_LENGTH,
      title: MAX_TITLE_LENGTH,
      description: MAX_TEXT_LENGTH,
      postDescription: MAX_TEXT_LENGTH,
      alt: MAX_ALT_LENGTH,
    }) ?? body.choices?.map(choice => languageOverLimit(choice, { name: MAX_CHOICE_LENGTH })).find(Boolean)
  )
}
