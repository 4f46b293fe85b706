import type chat from '#web/locales/en/chat.json'
import type common from '#web/locales/en/common.json'
import type community from '#web/locales/en/community.json'
import type deals from '#web/locales/en/deals.json'
import type errors from '#web/locales/en/errors.json'
import type feed from '#web/locales/en/feed.json'
import type media from '#web/locales/en/media.json'
import type post from '#web/locales/en/post.json'
import type publish from '#web/locales/en/publish.json'
import type session from '#web/locales/en/session.json'
import type share from '#web/locales/en/share.json'

/** One file a room; its name is the namespace of its keys. */
interface Texts {
  chat: typeof chat
  common: typeof common
  community: typeof community
  deals: typeof deals
  errors: typeof errors
  feed: typeof feed
  media: typeof media
  post: typeof post
  publish: typeof publish
  session: typeof session
  share: typeof share
}

export type TextRoom = keyof Texts
export type TextKey = { [R in TextRoom]: `${R}.${keyof Texts[R] & string}` }[TextRoom]
