import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-deals-old-account-holds',
    breaks: 'An older account of a deal does not take the place of a newer one',
    file: 'apps/web/src/features/deals/deals.live.ts',
    find: 'if (cached && cached.version >= deal.version) return pages',
    replace: 'if (cached && cached.version === deal.version) return pages',
  },
  {
    name: 'web-deals-hidden-in-list',
    breaks: 'A deal that is not shown yet, or not any more, is in no list of deals',
    file: 'apps/web/src/features/deals/deals.live.ts',
    find: 'const belongs = isVisible(deal) && (',
    replace: "const belongs = (isVisible(deal) || deal.keeping?.state === 'hidden') && (",
  },
  {
    name: 'web-deals-own-is-news',
    breaks: "A deal of one's own is not counted among the new ones",
    file: 'apps/web/src/features/deals/deals.live.ts',
    find: 'if (isVisible(deal) && deal.keeping?.author._id !== me()) newDeals.add(deal._id)',
    replace: "if (isVisible(deal) && me() !== '') newDeals.add(deal._id)",
  },
  {
    name: 'web-deals-others-changes-lost',
    breaks: 'Changing a deal sends what was changed, and leaves what others have changed meanwhile',
    file: 'apps/web/src/features/deals/deal-draft.ts',
    find: '...changedFields(now, earlier), ',
    replace: '...earlier, ...now, ',
  },
  {
    name: 'web-deals-retry-says-old',
    breaks: 'What was changed after a first attempt that arrived unanswered is saved with the next one',
    file: 'apps/web/src/features/deals/deal.mutations.ts',
    find: "return draft.sent === 'changed' ? change(deal._id, fields) : deal",
    replace: "return draft.sent === 'same' ? change(deal._id, fields) : deal",
  },
  {
    name: 'web-deals-refused-as-waiting',
    breaks: 'A deal that was refused tells its author why',
    file: 'apps/web/src/features/deals/components/ManagedDeal.tsx',
    find: '      keeping.refusal\n        ?',
    replace: '      keeping.refusal && !communityUri\n        ?',
  },
  {
    name: 'web-deals-map-filter-shared',
    breaks: 'The map shows the deals of the chosen categories alone',
    file: 'apps/web/src/features/deals/deals.queries.ts',
    find: 'query: { all: true, ...(categories.length > 0 && { filter: [...categories] }) }',
    replace: 'query: { all: true, ...(categories.length > 1 && { filter: [...categories] }) }',
  },
  {
    name: 'web-deals-kept-phone-refused',
    breaks: 'A deal whose telephone number is from before numbers were checked as those of profiles can be changed',
    file: 'apps/web/src/features/deals/deal-draft.ts',
    find: 'storedPhone: draft.base?.phone',
    replace: 'storedPhone: null',
  },
]
