import type { PostBody } from '@parvis/contract/publish.ts'
import type { EventTexts } from '../feed/change-event.service.ts'

/** Trims a text and makes it well-formed UTF-16; null for an empty text, undefined for an absent one. */
const trimmed = (text: string | null | undefined) =>
  text === undefined ? undefined : text?.toWellFormed().trim() || null

/** Returns the texts of a post from the request body; undefined for absent texts. */
export const readPostTexts = ({ lang, ...french }: PostBody): EventTexts => ({
  title: trimmed(french.title),
  title_en: trimmed(lang?.en?.title),
  description: trimmed(french.description),
  description_en: trimmed(lang?.en?.description),
  post_description: trimmed(french.postDescription),
  post_description_en: trimmed(lang?.en?.postDescription),
  youtube_video_id: trimmed(french.youtubeVideoId),
})

export const mergePostTexts = (row: EventTexts, changes: EventTexts): EventTexts => ({
  title: row.title,
  title_en: row.title_en,
  description: row.description,
  description_en: row.description_en,
  post_description: row.post_description,
  post_description_en: row.post_description_en,
  youtube_video_id: row.youtube_video_id,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})
