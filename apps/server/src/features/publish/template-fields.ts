import type { TemplateBody } from '@parvis/contract/templates.ts'
import { toStoredChoices, type StoredChoice } from '#server/kernel/choices.ts'
import { singleLine, trimmed } from '#server/kernel/text-input.ts'

/** Maps the fields of a template to columns; undefined for absent fields. `storedChoices` keep their ids. */
export const readTemplate = ({ lang, ...french }: TemplateBody, storedChoices: readonly StoredChoice[] = []) => ({
  name: singleLine(french.name),
  name_en: singleLine(lang?.en?.name),
  title: singleLine(french.title),
  title_en: singleLine(lang?.en?.title),
  description: trimmed(french.description),
  description_en: trimmed(lang?.en?.description),
  post_description: trimmed(french.postDescription),
  post_description_en: trimmed(lang?.en?.postDescription),
  youtube_video_id: trimmed(french.youtubeVideoId),
  subtype: french.subtype,
  picto: french.picto,
  accept_notif: french.acceptNotif,
  choices: toStoredChoices(french.choices, storedChoices),
})

export type TemplateFields = ReturnType<typeof readTemplate>

export const readCategory = (category: NonNullable<TemplateBody['category']>) => ({
  name: singleLine(category.name) ?? null,
  name_en: singleLine(category.lang?.en?.name) ?? null,
  picto: category.picto,
  hue: category.bgColor,
})
