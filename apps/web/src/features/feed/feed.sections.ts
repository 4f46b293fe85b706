// Posts that stand above a list and not in it. A further kind of them is an entry here, and its place in the view.
import type { FeedPage, LiveEvent } from '@parvis/contract/feed.ts'
import { serverTime } from '#web/kernel/device/clock.ts'
import type { ListName } from './feed.queries.ts'

interface Section {
  /** What the first page of a list brings of it. */
  inPage: (page: FeedPage) => readonly LiveEvent[] | undefined
  /** Whether a copy of a post says that it belongs here, or did when it was read. */
  wasIn: (copy: LiveEvent) => boolean
  /** Whether a post belongs here now. */
  isIn: (post: LiveEvent) => boolean
  /** Whether a post that belongs here stands above a list. */
  standsAbove: (list: ListName, post: LiveEvent) => boolean
}

/** Whether it is pinned in its community now: a copy that was read before its day was over still says so. */
export const isPinned = ({ pinnedUntil }: LiveEvent, now = serverTime()): boolean =>
  pinnedUntil === null || (pinnedUntil !== undefined && Date.parse(pinnedUntil) > now)

const sections = {
  /** Above a community's list of everything. */
  pinned: {
    inPage: page => page.pinned,
    wasIn: copy => copy.pinnedUntil !== undefined,
    isIn: post => isPinned(post),
    standsAbove: ({ communityId, filter, search, author }, post) =>
      filter === 'all' && !search && !author && post.communityId === communityId,
  },
} satisfies Record<string, Section>

type SectionName = keyof typeof sections
export type BySection<T> = Record<SectionName, T>

export const bySection = <T>(make: (section: Section, name: SectionName) => T): BySection<T> =>
  Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [name, make(section, name as SectionName)]),
  ) as BySection<T>

const all: readonly Section[] = Object.values(sections)

/** Whether a copy of a post says that it belongs in a section, or did. */
export const wasInSection = (copy: LiveEvent): boolean => all.some(({ wasIn }) => wasIn(copy))

/** All the posts that a page brings. */
export const postsOf = (page: FeedPage): LiveEvent[] => [
  ...page.docs,
  ...all.flatMap(({ inPage }) => inPage(page) ?? []),
]
