import { displayName } from '@parvis/contract/entity.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { languagesOf, textIn, type Language } from '@parvis/contract/language.ts'
import { isPastEvent } from '@parvis/contract/past-event.ts'
import { memo, useId, useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { personTarget } from '#web/ui/person-target.ts'
import { isPinned } from '../feed.sections.ts'
import { DealInset } from './DealInset.tsx'
import { HiddenMark } from './HiddenMark.tsx'
import { Morning } from './Morning.tsx'
import { Newcomer } from './Newcomer.tsx'
import { PinnedMark } from './PinnedMark.tsx'
import type { PostActs } from './post-acts.ts'
import { PostAnswers } from './PostAnswers.tsx'
import { PostBody } from './PostBody.tsx'
import { PostFoot } from './PostFoot.tsx'
import { PostHead } from './PostHead.tsx'
import { PostMenu } from './PostMenu.tsx'
import { PostPhoto } from './PostPhoto.tsx'
import { PostTicket } from './PostTicket.tsx'
import { PostVideo } from './PostVideo.tsx'
import css from './PostCard.module.css'

const fields = ['title', 'description', 'postDescription'] as const

export interface PostCardProps {
  post: LiveEvent
  community: { customUri: string; timezone: string; name: string; logoUri: string | null }
  acts: PostActs
  /** One of the first cards, whose picture loads eagerly. */
  eager?: boolean
  /** Shown on its own page: unfolded, and without links to itself. */
  whole?: boolean
}

/** One card for all groups of posts. Memoized: the list renders on every scroll, a card only when its post changes. */
export const PostCard = memo(({ post, community, acts, eager = false, whole = false }: PostCardProps) => {
  const { t, language } = useText()
  const id = useId()
  const { eventId: content, photo } = post
  // Computed here as well, so that a post closes while it is on the screen.
  const now = useNow()
  const past = isPastEvent(post, community.timezone, now)
  const over = past || post.cancelled !== undefined
  // The community is the author of a welcome post.
  const isWelcome = post.groupId === 'welcome'
  // In the viewer’s language; in the other where that is missing or was chosen.
  const [asked, setAsked] = useState<Language | null>(null)
  const written = languagesOf(content, fields)
  const only = written.length === 1 && written[0] !== language ? written[0]! : null
  const shown = only ?? asked ?? language
  const titled = languagesOf(content, ['title']).length > 0
  const target = whole
    ? undefined
    : ({ to: '/$c/actualites/publication', params: { c: community.customUri }, search: { id: post._id } } as const)
  const { communityId, mayOpenProfiles } = acts.reader
  const profile = mayOpenProfiles
    ? personTarget(community.customUri, post.user, post.communityId !== communityId)
    : undefined
  const name = textIn(language, content, 'title') ?? (isWelcome ? community.name : displayName(post.user))
  return (
    <article
      className={css.post}
      data-past={over || undefined}
      aria-labelledby={titled ? `${id}-title ${id}-who` : `${id}-who`}
    >
      {isPinned(post, now) && <PinnedMark />}
      {post.hiddenByTeam && <HiddenMark id={post._id} communityUri={community.customUri} />}
      <PostHead
        id={`${id}-who`}
        user={post.user}
        profile={isWelcome ? undefined : profile}
        place={isWelcome ? community : undefined}
        dateAdded={post.dateAdded}
        editedAt={post.editedAt}
        only={only}
        target={target}
        covers={!titled}
        menu={
          <PostMenu
            post={post}
            name={name}
            acts={acts}
            timezone={community.timezone}
            other={written.length === 2 ? (shown === 'fr' ? 'en' : 'fr') : null}
            onLanguage={setAsked}
          />
        }
      />
      <PostBody titleId={`${id}-title`} content={content} shown={shown} target={target}>
        {isWelcome && <Newcomer user={post.user} profile={profile} />}
        <PostTicket post={post} timezone={community.timezone} past={past} own={post.userId === acts.reader._id} />
        {post.deal && <DealInset deal={post.deal} communityUri={community.customUri} />}
        {photo && (
          <div className={css.media}>
            <PostPhoto photo={photo} eager={eager} />
          </div>
        )}
        {content.youtubeVideoId && (
          <div className={css.media}>
            <PostVideo videoId={content.youtubeVideoId} title={post.videoTitle} slim={photo !== null} />
          </div>
        )}
        {post.weather && post.weather.length > 0 && <Morning hours={post.weather} />}
      </PostBody>
      {post.flagged && (
        <p className={css.flagged}>
          <Icon name="flag" size="s" />
          {t('feed.flagged')}
        </p>
      )}
      {/* Toasts about an answer must not cover the count. */}
      <div data-told>
        {!post.cancelled && (
          <PostAnswers post={post} past={past} target={post.abilities.seeAnswers ? target : undefined} />
        )}
        {!post.hiddenByTeam && <PostFoot post={post} past={over} acts={acts} />}
      </div>
    </article>
  )
})
PostCard.displayName = 'PostCard'
