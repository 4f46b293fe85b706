// Sections of posts above a list, which the list omits. A new section needs an entry here and a component in the view.
import type { FeedPage, FeedPost } from '@parvis/contract/feed.ts'
import { serverTime } from '#web/kernel/device/clock.ts'
import type { ListId } from './list-id.ts'

interface Section {
  /** Returns the posts of the section in the first page of a list. */
  inPage: (page: FeedPage) => readonly FeedPost[] | undefined
  /** Whether the post belonged to the section when this copy of the post was loaded. */
  wasIn: (copy: FeedPost) => boolean
  /** Whether a post belongs to the section now. */
  isIn: (post: FeedPost) => boolean
  /** Whether a post of this section is shown above a given list. */
  isShownAbove: (list: ListId, post: FeedPost) => boolean
}

/** Whether a post is pinned now. A copy loaded before its pin expired still has the date. */
export const isPinned = ({ pinnedUntil }: FeedPost, now = serverTime()): boolean =>
  pinnedUntil === null || (pinnedUntil !== undefined && Date.parse(pinnedUntil) > now)

const sections = {
  /** Pinned posts, shown above the unfiltered list of a community. */
  pinned: {
    inPage: page => page.pinned,
    wasIn: copy => copy.pinnedUntil !== undefined,
    isIn: post => isPinned(post),
    isShownAbove: ({ communityId, filter, search, author }, post) =>
      filter === 'all' && !search && !author && post.communityId === communityId,
  },
} satisfies Record<string, Section>

type SectionName = keyof typeof sections
export type PerSection<T> = Record<SectionName, T>

export const mapSections = <T>(map: (section: Section, name: SectionName) => T): PerSection<T> =>
  Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [name, map(section, name as SectionName)]),
  ) as PerSection<T>

const all: readonly Section[] = Object.values(sections)

export const wasInSection = (copy: FeedPost): boolean => all.some(({ wasIn }) => wasIn(copy))

/** Returns all posts of a page, including those of the sections. */
export const postsOf = (page: FeedPage): FeedPost[] => [
  ...page.docs,
  ...all.flatMap(({ inPage }) => inPage(page) ?? []),
]
