import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'digests-twice-a-day',
    breaks: 'Nobody is mailed two digests on one day',
    file: 'apps/server/src/features/digests/send-digest.service.ts',
    find: 'dayAt(row.toldUntil.getTime(), timezone) < day',
    replace: 'dayAt(row.toldUntil.getTime(), timezone) <= day',
  },
  {
    name: 'digests-morning-in-utc',
    breaks: 'Digests are sent from eight in the morning in the time zone of the community',
    file: 'apps/server/src/features/digests/digests.queries.ts',
    find: '(${now}::timestamptz at time zone c.timezone)::time as time',
    replace: "(${now}::timestamptz at time zone 'UTC')::time as time",
  },
  {
    name: 'digests-counts-listed-twice',
    breaks: 'The number of further posts in a digest excludes the posts that it lists',
    file: 'apps/server/src/features/feed/feed-digest.service.ts',
    find: 'posts.length - MAX_LISTED_ITEMS',
    replace: 'posts.length',
    heldBy: 'apps/server/src/features/digests/',
  },
  {
    name: 'digests-weekly-on-sunday',
    breaks: 'Weekly digests are sent on Mondays',
    file: 'apps/server/src/features/digests/digests.policy.ts',
    find: '.getUTCDay() === 1',
    replace: '.getUTCDay() === 0',
  },
  {
    name: 'digests-stop-and-change-swapped',
    breaks: 'In French digests the links to unsubscribe and to change the frequency have the right text',
    file: 'apps/server/src/locales/fr/digests.json',
    find: '"digest.change": "Changer la fréquence",\n  "digest.stop": "Ne plus recevoir ce récapitulatif"',
    replace: '"digest.change": "Ne plus recevoir ce récapitulatif",\n  "digest.stop": "Changer la fréquence"',
    heldBy: 'apps/server/src/features/digests/',
  },
  {
    name: 'digests-link-more',
    breaks: 'The link in a digest cannot raise the frequency, because the mail may have been forwarded',
    file: 'apps/server/src/features/digests/digests.policy.ts',
    find: 'digestFrequencies.indexOf(requested) > digestFrequencies.indexOf(current)',
    replace: 'digestFrequencies.indexOf(requested) > digestFrequencies.indexOf(current) + 1',
  },
]
