import type { PostBody } from '@parvis/contract/publish.ts'

/** What a member wrote of a post, as its row holds it; undefined where nothing was said. */
export interface Writing {
  title?: string | null
  title_en?: string | null
  description?: string | null
  description_en?: string | null
  post_description?: string | null
  post_description_en?: string | null
  youtube_video_id?: string | null
}

/** Text without the blanks around it; what is left empty is null. */
const trimmed = (text: string | null | undefined) => (text === undefined ? undefined : text?.trim() || null)

export const readWriting = ({ lang, ...french }: PostBody): Writing => ({
  title: trimmed(french.title),
  title_en: trimmed(lang?.en?.title),
  description: trimmed(french.description),
  description_en: trimmed(lang?.en?.description),
  post_description: trimmed(french.postDescription),
  post_description_en: trimmed(lang?.en?.postDescription),
  youtube_video_id: trimmed(french.youtubeVideoId),
})

/** The post as it would stand: the row with what was said of it. */
export const mergeWriting = <R extends Writing>(row: R, writing: Writing): R => ({
  ...row,
  ...Object.fromEntries(Object.entries(writing).filter(([, value]) => value !== undefined)),
})
