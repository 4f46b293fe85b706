import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-deals-old-account-holds',
    breaks: 'An older version of a deal does not replace a newer one',
    file: 'apps/web/src/features/deals/deals.live.ts',
    find: 'if (cached && cached.version >= deal.version) return pages',
    replace: 'if (cached && cached.version === deal.version) return pages',
  },
  {
    name: 'web-deals-hidden-in-list',
    breaks: 'A deal that is pending or hidden appears in no list of deals',
    file: 'apps/web/src/features/deals/deals.live.ts',
    find: 'const belongs = isVisible(deal) && (',
    replace: "const belongs = (isVisible(deal) || deal.keeping?.state === 'hidden') && (",
  },
  {
    name: 'web-deals-own-is-news',
    breaks: 'Own deals are not counted as new',
    file: 'apps/web/src/features/deals/deals.live.ts',
    find: 'if (isVisible(deal) && deal.keeping?.author._id !== me()) newDeals.add(deal._id)',
    replace: "if (isVisible(deal) && me() !== '') newDeals.add(deal._id)",
  },
  {
    name: 'web-deals-others-changes-lost',
    breaks: 'Editing a deal sends only the changed fields and keeps concurrent changes of others',
    file: 'apps/web/src/kernel/device/form-edits.ts',
    find: '...changedFields(body, saved),',
    replace: '...body,',
    heldBy: 'apps/web/src/features/deals/edit-deal.test.tsx',
  },
  {
    name: 'web-deals-retry-says-old',
    breaks: 'Edits made after an attempt without a response are saved with the next attempt',
    file: 'apps/web/src/features/deals/deal.mutations.ts',
    find: "return draft.sent === 'changed' ? change(deal._id, fields) : deal",
    replace: "return draft.sent === 'same' ? change(deal._id, fields) : deal",
  },
  {
    name: 'web-deals-refused-as-waiting',
    breaks: 'The author of a refused deal sees the reason',
    file: 'apps/web/src/features/deals/components/ManagedDeal.tsx',
    find: '      keeping.refusal\n        ?',
    replace: '      keeping.refusal && !communityUri\n        ?',
  },
  {
    name: 'web-deals-map-filter-shared',
    breaks: 'The map shows only deals of the chosen categories',
    file: 'apps/web/src/features/deals/deals.queries.ts',
    find: 'query: { all: true, ...(categories.length > 0 && { filter: [...categories] }) }',
    replace: 'query: { all: true, ...(categories.length > 1 && { filter: [...categories] }) }',
  },
  {
    name: 'web-deals-kept-phone-refused',
    breaks: 'A deal with a phone number from before the stricter validation can still be edited',
    file: 'apps/web/src/features/deals/deal-draft.ts',
    find: 'storedPhone: saved?.phone',
    replace: 'storedPhone: null',
  },
]
