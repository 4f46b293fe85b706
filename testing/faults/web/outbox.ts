import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-outbox-gone-offered-again',
    breaks: 'Who wrote to somebody who is gone reads that they can no longer write there, and not another reason',
    file: 'apps/web/src/features/outbox/unsent-text.ts',
    find: "(refused?.key === 'forbidden' || refused?.key === 'error404')",
    replace: "refused?.key === 'forbidden'",
  },
  {
    name: 'web-outbox-withdrawal-misnamed',
    breaks: 'An answer that waits to be taken back is named so',
    file: 'apps/web/src/features/outbox/unsent-text.ts',
    find: "one.kind === 'answer' && !one.payload.interested",
    replace: "one.kind === 'answer' && one.payload.interested",
  },
  {
    name: 'web-outbox-refused-post-not-copied',
    breaks: 'The words of a post that the server refuses can be copied, in both languages',
    file: 'apps/web/src/features/outbox/unsent-text.ts',
    find: 'return [fr, en]',
    replace: 'return [fr]',
  },
  {
    name: 'web-outbox-page-only-unsaid',
    breaks:
      'Who leaves the page before something that the device could not keep is sent was told that it goes with the page',
    file: 'apps/web/src/features/outbox/UnsentCard.tsx',
    find: 'pending.some(({ onlyHere }) => onlyHere)',
    replace: 'pending.every(({ onlyHere }) => onlyHere)',
  },
  {
    name: 'web-outbox-deal-lost-in-form',
    breaks: 'A publication that invites to a good deal still does when it is taken back into its form',
    file: 'apps/web/src/routes/-outbox/UnsentItems.tsx',
    find: 'search: { templateId: item.payload.templateId, goodDealId: item.payload.dealId },',
    replace: 'search: { templateId: item.payload.templateId },',
  },
  {
    name: 'web-outbox-held-up-by-failure',
    breaks: 'What the server fails at again and again steps aside for what goes to the same place',
    file: 'apps/web/src/kernel/outbox/outbox.ts',
    find: 'if (isTransientError(error) && failed < MAX_FAILURES)',
    replace: 'if (isTransientError(error))',
  },
]
