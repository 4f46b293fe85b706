import type { FeedPost } from '@parvis/contract/feed.ts'
import { isPastEvent } from '@parvis/contract/past-event.ts'
import { Link } from '@tanstack/react-router'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { whenAndWhere } from './when-and-where.ts'
import { headlineOf } from './headline.ts'
import css from './LinkedPost.module.css'

export interface LinkedPostProps {
  post: FeedPost
  community: { customUri: string; timezone: string }
  me: string
}

/** Card of one or two lines for a post that a message links to. */
export const LinkedPost = ({ post, community, me }: LinkedPostProps) => {
  const { t, language } = useText()
  const format = useFormat()
  const now = useNow()
  const { text, lang } = headlineOf(post, language)
  const { when, where } = whenAndWhere(post, {
    isPast: isPastEvent(post, community.timezone, now),
    isOwn: post.userId === me,
    timezone: community.timezone,
    language,
    format,
    t,
  })
  const facts = [post.cancelled && t('feed.calledoff'), when, where].filter(Boolean).join(' · ')
  return (
    <Link
      className={css.post}
      to="/$c/actualites/publication"
      params={{ c: community.customUri }}
      search={{ id: post._id }}
    >
      {post.template ? (
        <Tile size="s" picto={post.template.picto} hue={post.template.hue} />
      ) : (
        <span className={css.plain}>
          <Icon name="newspaper" />
        </span>
      )}
      <span className={css.words}>
        <b lang={lang} dir="auto">
          {text}
        </b>
        <small>{facts || format.ago(post.dateAdded)}</small>
      </span>
      <Icon name="chevron-right" size="s" />
    </Link>
  )
}
