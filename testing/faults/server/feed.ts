import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'feed-card-names-every-answerer',
    breaks: 'A card names the latest of those who answered, and counts all',
    file: 'apps/server/src/rooms/feed/feed.queries.ts',
    find: 'order by a.created_at desc, a.user_id desc limit ${sql.lit(MOST_ANSWERERS_NAMED)}) latest',
    replace: 'order by a.created_at desc, a.user_id desc) latest',
  },
  {
    name: 'feed-unheard-answers-counted',
    breaks: 'Answers of people of whom a reader sees nothing are not counted for who sees the others one by one',
    file: 'apps/server/src/rooms/feed/feed.presenter.ts',
    find: 'const hidden = abilities.seeAnswers ? stake.unheardAnswers : 0',
    replace: 'const hidden = 0',
  },
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
    find: 'seesAnswers && answererIds ? answererIds : []',
    replace: 'answererIds ?? []',
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
  {
    name: 'feed-pages-of-others-at-once',
    breaks: 'Who asks for the feed together with others is answered with their own page',
    file: 'apps/server/src/kernel/postgres/prepared.ts',
    find: 'order by asked.place`',
    replace: 'order by asked.place desc`',
    heldBy: 'apps/server/src/rooms/feed/feed.cards.test.ts',
  },
  {
    name: 'feed-waits-for-slow-pages',
    breaks: 'A page that is slow to read holds up the pages of others for 5 ms at most',
    file: 'apps/server/src/kernel/postgres/batched-reads.ts',
    find: 'patienceMs === undefined ? undefined : setTimeout(goOn, patienceMs)',
    replace: 'undefined',
  },
]
