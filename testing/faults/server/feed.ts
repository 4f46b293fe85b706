import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'feed-answers-past-post',
    breaks: 'A post that is past takes no more answers',
    file: 'apps/server/src/rooms/feed/answer.service.ts',
    find: "  if (interested && !event.interested && !event.abilities.answer) fail('pastevent')\n",
    replace: '',
  },
  {
    name: 'feed-answerers-told-to-all',
    breaks: 'Open screens are told who answered a post only where their reader may see that',
    file: 'apps/server/src/rooms/feed/feed.presenter.ts',
    find: 'abilities.seeAnswers && answererIds\n',
    replace: 'answererIds\n',
  },
  {
    name: 'feed-pin-ends-in-utc',
    breaks: 'A post stays pinned to the end of its last day in the time zone of the community',
    file: 'apps/server/src/rooms/feed/pin.service.ts',
    find: 'endOfDay(until, timezone)',
    replace: "endOfDay(until, 'UTC')",
  },
  {
    name: 'feed-calendar-page-repeats-last',
    breaks: 'The next page of the calendar begins after the last post of the page before',
    file: 'apps/server/src/rooms/feed/calendar.queries.ts',
    find: '(ec.starts_at, ec.event_id) > (',
    replace: '(ec.starts_at, ec.event_id) >= (',
  },
  {
    name: 'feed-cards-kept-stale',
    breaks: 'A post shows a template, place or deal as it is called now, at once after it was changed',
    file: 'apps/server/src/rooms/feed/feed.cards.ts',
    find: "  bus.listen('shown.changed', ({ ids }) => forgetShowing(ids))\n",
    replace: '',
  },
]
