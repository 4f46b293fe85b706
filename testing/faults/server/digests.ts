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
    breaks: 'Digests go out from eight in the morning by the clocks of the community',
    file: 'apps/server/src/features/digests/digests.queries.ts',
    find: '(${now}::timestamptz at time zone c.timezone)::time as time',
    replace: "(${now}::timestamptz at time zone 'UTC')::time as time",
  },
  {
    name: 'digests-counts-listed-twice',
    breaks: 'A digest counts the posts beyond those that it lists without counting those again',
    file: 'apps/server/src/features/digests/digest-content.service.ts',
    find: 'morePosts: posts.length - listed.length',
    replace: 'morePosts: posts.length',
  },
  {
    name: 'digests-weekly-on-sunday',
    breaks: 'Weekly digests go out on Mondays',
    file: 'apps/server/src/features/digests/digests.policy.ts',
    find: '.getUTCDay() === 1',
    replace: '.getUTCDay() === 0',
  },
  {
    name: 'digests-stop-and-change-swapped',
    breaks:
      'In French the link that stops digests says that it stops them, and the one to the settings that it changes how often they come',
    file: 'apps/server/src/locales/fr/digest.json',
    find: '"change": "Changer la fréquence",\n  "stop": "Ne plus recevoir ce récapitulatif"',
    replace: '"change": "Ne plus recevoir ce récapitulatif",\n  "stop": "Changer la fréquence"',
    heldBy: 'apps/server/src/features/digests/',
  },
  {
    name: 'digests-link-more',
    breaks: 'The link of a digest lets none come more often: it may have been forwarded',
    file: 'apps/server/src/features/digests/digests.policy.ts',
    find: 'digestFrequencies.indexOf(rhythm) > digestFrequencies.indexOf(before)',
    replace: 'digestFrequencies.indexOf(rhythm) > digestFrequencies.indexOf(before) + 1',
  },
]
