import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-outbox-gone-offered-again',
    breaks: 'A message to somebody who has left says that they can no longer be written to',
    file: 'apps/web/src/features/chat/chat.feature.ts',
    find: "refused?.key === 'forbidden' || refused?.key === 'error404'",
    replace: "refused?.key === 'forbidden'",
    heldBy: 'apps/web/src/app/outbox/UnsentCard.test.tsx',
  },
  {
    name: 'web-outbox-withdrawal-misnamed',
    breaks: 'A pending withdrawal of an answer is named as one',
    file: 'apps/web/src/features/feed/feed.feature.ts',
    find: "payload.interested ? '' : '.withdrawn'",
    replace: "payload.interested ? '.withdrawn' : ''",
    heldBy: 'apps/web/src/app/outbox/UnsentCard.test.tsx',
  },
  {
    name: 'web-outbox-refused-post-not-copied',
    breaks: 'The text of a refused post can be copied in both languages',
    file: 'apps/web/src/features/publish/publish.feature.ts',
    find: '[draft.fr, draft.en]',
    replace: '[draft.fr]',
    heldBy: 'apps/web/src/app/outbox/UnsentCard.test.tsx',
  },
  {
    name: 'web-outbox-page-only-unsaid',
    breaks: 'A user is warned that leaving the page loses pending items that could not be stored',
    file: 'apps/web/src/features/outbox/UnsentCard.tsx',
    find: 'pending.some(({ item }) => item.onlyHere)',
    replace: 'pending.every(({ item }) => item.onlyHere)',
    heldBy: 'apps/web/src/app/outbox/UnsentCard.test.tsx',
  },
  {
    name: 'web-outbox-deal-lost-in-form',
    breaks: 'A pending post keeps its good deal when it is opened in the form again',
    file: 'apps/web/src/features/publish/publish.feature.ts',
    find: 'search: { templateId: payload.templateId, goodDealId: payload.dealId },',
    replace: 'search: { templateId: payload.templateId },',
    heldBy: 'apps/web/src/app/outbox/UnsentItems.test.tsx',
  },
  {
    name: 'web-outbox-held-up-by-failure',
    breaks: 'An item that keeps failing no longer blocks later items with the same target',
    file: 'apps/web/src/kernel/outbox/outbox-sending.ts',
    find: 'if (isTransientError(error) && failureCount < MAX_FAILURES)',
    replace: 'if (isTransientError(error))',
  },
]
