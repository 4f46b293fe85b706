import type { PostBody } from '@parvis/contract/publish.ts'
import type { EventWords } from '../feed/change-event.service.ts'

/** Text without the blanks around it, as UTF-8 can say it; what is left empty is null. */
const trimmed = (text: string | null | undefined) =>
  text === undefined ? undefined : text?.toWellFormed().trim() || null

/** What a member wrote of a post; undefined where nothing was said. */
export const readWriting = ({ lang, ...french }: PostBody): EventWords => ({
  title: trimmed(french.title),
  title_en: trimmed(lang?.en?.title),
  description: trimmed(french.description),
  description_en: trimmed(lang?.en?.description),
  post_description: trimmed(french.postDescription),
  post_description_en: trimmed(lang?.en?.postDescription),
  youtube_video_id: trimmed(french.youtubeVideoId),
})

/** The post as it would stand: the row with what was said of it. */
export const mergeWriting = <R extends EventWords>(row: R, writing: EventWords): R => ({
  ...row,
  ...Object.fromEntries(Object.entries(writing).filter(([, value]) => value !== undefined)),
})
