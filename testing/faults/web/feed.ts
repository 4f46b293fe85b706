import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-feed-middle-click-opens-here',
    breaks: 'A middle click on the words of a card opens the post in a new tab, not in this one',
    file: 'apps/web/src/rooms/feed/components/PostBody.tsx',
    find: 'const aside = event.button === 1',
    replace: 'const aside = false',
  },
  {
    name: 'web-feed-older-copy-holds',
    breaks: 'An older copy of a post does not take the place of a newer one',
    file: 'apps/web/src/rooms/feed/post-record.ts',
    find: 'before && !isNewer(post.version, before.post) ? before :',
    replace: 'before && post === before.post ? before :',
  },
  {
    name: 'web-feed-refused-answer-stays',
    breaks: 'An answer that the server refuses is not shown as given',
    file: 'apps/web/src/rooms/feed/feed.mutations.ts',
    find: '      tellFailure(error, causeOf(post))\n    },\n    onSettled: (_, __, ___, before) => before?.end(),',
    replace:
      '      tellFailure(error, causeOf(post))\n    },\n    onSettled: (_, error, ___, before) => error ?? before?.end(),',
  },
  {
    name: 'web-feed-pin-outlives-its-day',
    breaks: 'A post that is pinned until a day is above the feed no more once that is over',
    file: 'apps/web/src/rooms/feed/feed.sections.ts',
    find: 'isIn: post => isPinned(post),',
    replace: 'isIn: post => post.pinnedUntil !== undefined,',
  },
  {
    name: 'web-feed-returned-post-gone',
    breaks: 'A post that is shown again after it was hidden comes back to the feed',
    file: 'apps/web/src/rooms/feed/feed.live.ts',
    find: '({ _id, version }) => {\n        posts.drop(_id, version)',
    replace: '({ _id }) => {\n        posts.drop(_id)',
  },
  {
    name: 'web-feed-chat-by-pseudo-elsewhere',
    breaks: 'Who wrote a post in another community is written to by their id, as a pseudo names somebody else here',
    file: 'apps/web/src/rooms/feed/use-post-acts.tsx',
    find: 'pseudo: post.communityId === reader.communityId ? post.user.pseudo : post.userId',
    replace: 'pseudo: reader.communityId ? post.user.pseudo : post.userId',
  },
  {
    name: 'web-feed-waiting-answer-inverted',
    breaks: 'An answer that waited is sent as it was meant: given, or taken back',
    file: 'apps/web/src/rooms/feed/unsent-answers.ts',
    find: 'interested ? answerEvent : withdrawAnswer',
    replace: 'interested ? withdrawAnswer : answerEvent',
  },
  {
    name: 'web-feed-week-begins-sunday',
    breaks: 'A week of the calendar begins on Monday',
    file: 'apps/web/src/rooms/feed/calendar-days.ts',
    find: '(atNoon(days[0]!).getUTCDay() + 6) % 7',
    replace: 'atNoon(days[0]!).getUTCDay()',
  },
  {
    name: 'web-feed-flag-twice',
    breaks: 'A post that its reader has reported is not offered to be reported again',
    file: 'apps/web/src/rooms/feed/components/PostMenuItems.tsx',
    find: '{(abilities.flag || acts.reader.isGuest) && !post.flagged && (',
    replace: '{(abilities.flag || acts.reader.isGuest) && (',
  },
  {
    name: 'web-feed-guest-unasked',
    breaks: 'A guest who taps Write is told that it is for neighbours',
    file: 'apps/web/src/rooms/feed/use-post-acts.tsx',
    find: 'onChat: isGuest ? refuse : chat,',
    replace: 'onChat: chat,',
  },
  {
    name: 'web-feed-unknown-days-empty',
    breaks: 'Of days whose events are not known nothing is said',
    file: 'apps/web/src/rooms/feed/use-calendar-days.ts',
    find: 'isPlaceholderData ? undefined : data',
    replace: 'data ?? {}',
  },
  {
    name: 'web-feed-photo-lost-beside-video',
    breaks: 'A post with a photo and a video shows both',
    file: 'apps/web/src/rooms/feed/components/PostCard.tsx',
    find: '        {photo && (\n',
    replace: '        {photo && !content.youtubeVideoId && (\n',
  },
]
