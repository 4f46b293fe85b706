import type { LiveEvent } from '@parvis/contract/feed.ts'
import { languagesOf, textIn } from '@parvis/contract/language.ts'
import { memo, useId } from 'react'
import { useText } from '#web/kernel/i18n.ts'
import { Photo } from '#web/ui/Photo.tsx'
import { DealInset } from './DealInset.tsx'
import { Morning } from './Morning.tsx'
import { PostAnswers } from './PostAnswers.tsx'
import { PostBody } from './PostBody.tsx'
import { PostHead } from './PostHead.tsx'
import { PostTicket } from './PostTicket.tsx'
import { PostVideo } from './PostVideo.tsx'
import css from './PostCard.module.css'

const RATIO = 8 / 5

export interface PostCardProps {
  post: LiveEvent
  community: { customUri: string; timezone: string }
  /** One of the first cards, whose picture is in view at once. */
  eager?: boolean
}

/** One card for all groups of posts: it draws what the post has. The list is drawn anew with every scroll, a card with its post alone. */
export const PostCard = memo(({ post, community, eager = false }: PostCardProps) => {
  const { language } = useText()
  const id = useId()
  const { eventId: content, photo } = post
  const titled = languagesOf(content, ['title']).length > 0
  return (
    <article className={css.post} aria-labelledby={titled ? `${id}-title ${id}-who` : `${id}-who`}>
      <PostHead id={`${id}-who`} user={post.user} dateAdded={post.dateAdded} />
      <PostBody titleId={`${id}-title`} content={content} />
      <PostTicket post={post} timezone={community.timezone} />
      {post.deal && <DealInset deal={post.deal} communityUri={community.customUri} />}
      {content.youtubeVideoId && <div className={css.media}><PostVideo videoId={content.youtubeVideoId} title={post.videoTitle} poster={photo} eager={eager} /></div>}
      {photo && !content.youtubeVideoId && <div className={css.media}><Photo className={css.photo} media={photo} alt={textIn(language, photo, 'alt') ?? ''} ratio={RATIO} eager={eager} /></div>}
      {post.weather && post.weather.length > 0 && <Morning hours={post.weather} />}
      <PostAnswers post={post} />
    </article>
  )
})
PostCard.displayName = 'PostCard'
