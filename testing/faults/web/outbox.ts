import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-outbox-gone-offered-again',
    breaks: 'A message to somebody who has left says that they can no longer be written to',
    file: 'apps/web/src/features/outbox/unsent-text.ts',
    find: "(refused?.key === 'forbidden' || refused?.key === 'error404')",
    replace: "refused?.key === 'forbidden'",
  },
  {
    name: 'web-outbox-withdrawal-misnamed',
    breaks: 'A pending withdrawal of an answer is named as one',
    file: 'apps/web/src/features/outbox/unsent-text.ts',
    find: "item.kind === 'answer' && !item.payload.interested",
    replace: "item.kind === 'answer' && item.payload.interested",
  },
  {
    name: 'web-outbox-refused-post-not-copied',
    breaks: 'The text of a refused post can be copied in both languages',
    file: 'apps/web/src/features/outbox/unsent-text.ts',
    find: 'return [fr, en]',
    replace: 'return [fr]',
  },
  {
    name: 'web-outbox-page-only-unsaid',
    breaks: 'A user is warned that leaving the page loses pending items that could not be stored',
    file: 'apps/web/src/features/outbox/UnsentCard.tsx',
    find: 'pending.some(({ onlyHere }) => onlyHere)',
    replace: 'pending.every(({ onlyHere }) => onlyHere)',
  },
  {
    name: 'web-outbox-deal-lost-in-form',
    breaks: 'A pending post keeps its good deal when it is opened in the form again',
    file: 'apps/web/src/app/outbox/UnsentItems.tsx',
    find: 'search: { templateId: item.payload.templateId, goodDealId: item.payload.dealId },',
    replace: 'search: { templateId: item.payload.templateId },',
  },
  {
    name: 'web-outbox-held-up-by-failure',
    breaks: 'An item that keeps failing no longer blocks later items with the same target',
    file: 'apps/web/src/kernel/outbox/outbox-sending.ts',
    find: 'if (isTransientError(error) && failureCount < MAX_FAILURES)',
    replace: 'if (isTransientError(error))',
  },
]
