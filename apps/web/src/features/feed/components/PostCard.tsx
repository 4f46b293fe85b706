import { displayName } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { languagesOf, textIn, type Language } from '@parvis/contract/language.ts'
import { isPastEvent } from '@parvis/contract/past-event.ts'
import { memo, useId, useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { personTarget } from '#web/ui/person-target.ts'
import { ZoomablePhoto } from '#web/ui/ZoomablePhoto.tsx'
import { isPinned } from '../feed.pinned.ts'
import { DealInset } from './DealInset.tsx'
import { HiddenMark } from './HiddenMark.tsx'
import { MorningWeather } from './MorningWeather.tsx'
import { Newcomer } from './Newcomer.tsx'
import { PinnedMark } from './PinnedMark.tsx'
import type { PostActions } from './post-actions.ts'
import { PostAnswers } from './PostAnswers.tsx'
import { PostBody } from './PostBody.tsx'
import { PostFooter } from './PostFooter.tsx'
import { PostHeader } from './PostHeader.tsx'
import { PostMenu } from './PostMenu.tsx'
import { PostTicket } from './PostTicket.tsx'
import { PostVideo } from './PostVideo.tsx'
import css from './PostCard.module.css'

const textFields = ['title', 'description', 'postDescription'] as const

export interface PostCardProps {
  post: FeedPost
  community: { customUri: string; timezone: string; name: string; logoUri: string | null }
  actions: PostActions
  /** Whether this is one of the first cards, whose pictures load eagerly. */
  eager?: boolean
  /** Whether the card is on the page of its post: expanded, and without links to that page. */
  standalone?: boolean
}

/** Card for posts of all groups. Memoized, because the list renders on every scroll. */
export const PostCard = memo(({ post, community, actions, eager = false, standalone = false }: PostCardProps) => {
  const { t, language } = useText()
  const id = useId()
  const { eventId: content, photo } = post
  // `now` advances, so a post stops accepting answers while it is on the screen.
  const now = useNow()
  const isPast = isPastEvent(post, community.timezone, now)
  const isOver = isPast || post.cancelled !== undefined
  // A welcome post shows the community as its author.
  const isWelcome = post.groupId === 'welcome'
  // The text is shown in the viewer’s language, unless it lacks that language or the viewer chose the other one.
  const [chosenLanguage, setChosenLanguage] = useState<Language | null>(null)
  const languages = languagesOf(content, textFields)
  const onlyLanguage = languages.length === 1 && languages[0] !== language ? languages[0]! : null
  const shownLanguage = onlyLanguage ?? chosenLanguage ?? language
  const hasTitle = languagesOf(content, ['title']).length > 0
  const target = standalone
    ? undefined
    : ({ to: '/$c/actualites/publication', params: { c: community.customUri }, search: { id: post._id } } as const)
  const { communityId, canOpenProfiles } = actions.viewer
  const profile = canOpenProfiles
    ? personTarget(community.customUri, post.user, post.communityId !== communityId)
    : undefined
  const name = textIn(language, content, 'title') ?? (isWelcome ? community.name : displayName(post.user))
  return (
    <article
      className={css.post}
      data-past={isOver || undefined}
      aria-labelledby={hasTitle ? `${id}-title ${id}-who` : `${id}-who`}
    >
      {isPinned(post, now) && <PinnedMark />}
      {post.hiddenByTeam && <HiddenMark id={post._id} communityUri={community.customUri} />}
      <PostHeader
        id={`${id}-who`}
        user={post.user}
        profile={isWelcome ? undefined : profile}
        communityAsAuthor={isWelcome ? community : undefined}
        dateAdded={post.dateAdded}
        editedAt={post.editedAt}
        onlyLanguage={onlyLanguage}
        target={target}
        coversCard={!hasTitle}
        menu={
          <PostMenu
            post={post}
            name={name}
            actions={actions}
            timezone={community.timezone}
            otherLanguage={languages.length === 2 ? (shownLanguage === 'fr' ? 'en' : 'fr') : null}
            onLanguage={setChosenLanguage}
          />
        }
      />
      <PostBody titleId={`${id}-title`} content={content} shownLanguage={shownLanguage} target={target}>
        {isWelcome && <Newcomer user={post.user} profile={profile} />}
        <PostTicket
          post={post}
          timezone={community.timezone}
          isPast={isPast}
          isOwn={post.userId === actions.viewer._id}
        />
        {post.deal && <DealInset deal={post.deal} communityUri={community.customUri} />}
        {photo && (
          <div className={css.media}>
            <ZoomablePhoto
              photo={photo}
              zoomLabel={t('feed.photo.zoom')}
              eager={eager}
              className={css.zoom}
              photoClassName={css.photo}
            />
          </div>
        )}
        {content.youtubeVideoId && (
          <div className={css.media}>
            <PostVideo videoId={content.youtubeVideoId} title={post.videoTitle} slim={photo !== null} />
          </div>
        )}
        {post.weather && post.weather.length > 0 && <MorningWeather hours={post.weather} />}
      </PostBody>
      {post.flagged && (
        <p className={css.flagged}>
          <Icon name="flag" size="s" />
          {t('feed.flagged')}
        </p>
      )}
      {/* Marks the answer count and the footer, which toasts about an answer must not cover. */}
      <div data-told>
        {!post.cancelled && (
          <PostAnswers post={post} isPast={isPast} target={post.abilities.seeAnswers ? target : undefined} />
        )}
        {!post.hiddenByTeam && <PostFooter post={post} isClosed={isOver} actions={actions} />}
      </div>
    </article>
  )
})
PostCard.displayName = 'PostCard'
