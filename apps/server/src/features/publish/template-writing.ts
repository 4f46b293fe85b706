import type { TemplateBody } from '@parvis/contract/templates.ts'
import { readChoices, type StoredChoice } from '#server/kernel/choices.ts'
import { line, trimmed } from '#server/kernel/written.ts'

/** The fields of a template as columns; undefined where absent. */
export const readTemplate = ({ lang, ...french }: TemplateBody, known: readonly StoredChoice[] = []) => ({
  name: line(french.name),
  name_en: line(lang?.en?.name),
  title: line(french.title),
  title_en: line(lang?.en?.title),
  description: trimmed(french.description),
  description_en: trimmed(lang?.en?.description),
  post_description: trimmed(french.postDescription),
  post_description_en: trimmed(lang?.en?.postDescription),
  youtube_video_id: trimmed(french.youtubeVideoId),
  subtype: french.subtype,
  picto: french.picto,
  accept_notif: french.acceptNotif,
  choices: readChoices(french.choices, known),
})

export type TemplateWriting = ReturnType<typeof readTemplate>

export const readCategory = (category: NonNullable<TemplateBody['category']>) => ({
  name: line(category.name) ?? null,
  name_en: line(category.lang?.en?.name) ?? null,
  picto: category.picto,
  hue: category.bgColor,
})
