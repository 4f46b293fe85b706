import type { TemplateBody } from '@parvis/contract/templates.ts'
import { newId } from '#server/kernel/ids.ts'
import type { StoredChoice } from './publish.tables.ts'

/** Text without the blanks around it, as UTF-8 can say it; what is left empty is null, what was not said undefined. */
const trimmed = (text: string | null | undefined) =>
  text === undefined ? undefined : text?.toWellFormed().trim() || null

/** On one line. */
const line = (text: string | null | undefined) =>
  trimmed(typeof text === 'string' ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text)

const whole = ({ _id, name, lang }: NonNullable<TemplateBody['choices']>[number]): StoredChoice => ({
  id: _id ?? newId(),
  name: line(name) ?? null,
  name_en: line(lang?.en?.name) ?? null,
})

/** What a template offers to choose from: what has no name is none. `known` are the ids that may be kept. */
const readChoices = (choices: TemplateBody['choices'], known: readonly string[]): StoredChoice[] | undefined =>
  choices
    ?.map(whole)
    .filter(({ name, name_en }) => name !== null || name_en !== null)
    .map((choice, at, all) => ({
      ...choice,
      id: known.includes(choice.id) && all.findIndex(({ id }) => id === choice.id) === at ? choice.id : newId(),
    }))

/** What was written of a template, as its columns hold it; undefined where nothing was said. */
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
  choices: readChoices(
    french.choices,
    known.map(({ id }) => id),
  ),
})

export type TemplateWriting = ReturnType<typeof readTemplate>

/** What was written of a new category. */
export const readCategory = (category: NonNullable<TemplateBody['category']>) => ({
  name: line(category.name) ?? null,
  name_en: line(category.lang?.en?.name) ?? null,
  picto: category.picto,
  hue: category.bgColor,
})

/** What was said, and nothing else. */
export const said = <T extends object>(row: T): Partial<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<T>
