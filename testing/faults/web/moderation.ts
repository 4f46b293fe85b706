import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-moderation-suspends-unasked',
    breaks: 'Suspending a member asks for confirmation',
    file: 'apps/web/src/features/moderation/components/DecideForm.tsx',
    find: "if (ruling.decision === 'suspend' || ruling.decision === 'remove') setIsConfirming(true)",
    replace: "if (ruling.decision === 'remove') setIsConfirming(true)",
  },
  {
    name: 'web-moderation-case-read-at-focus',
    breaks: 'A case is fetched once each time it is opened, because views of private messages are audited',
    file: 'apps/web/src/features/moderation/moderation.queries.ts',
    find: 'refetchOnWindowFocus: false',
    replace: "refetchOnWindowFocus: 'always'",
  },
  {
    name: 'web-moderation-quicker-decision-unseen',
    breaks: 'A case that somebody else has just decided is shown with that decision',
    file: 'apps/web/src/features/moderation/moderation.mutations.ts',
    find: '      void queryClient.invalidateQueries({ queryKey: caseQuery(id).queryKey })\n',
    replace: '',
  },
  {
    name: 'web-moderation-minors-last',
    breaks: 'Cases that concern minors come first',
    file: 'apps/web/src/features/moderation/case-text.ts',
    find: 'Number(other.concernsMinor) - Number(one.concernsMinor)',
    replace: 'Number(one.concernsMinor) - Number(other.concernsMinor)',
  },
  {
    name: 'web-moderation-undone-still-holds',
    breaks: 'A reverted decision is not shown as in force',
    file: 'apps/web/src/features/moderation/components/DecisionCard.tsx',
    find: '{!restoredAt && effect && (',
    replace: '{effect && (',
  },
  {
    name: 'web-moderation-reported-rule-lost',
    breaks: 'The decision form preselects the rule that most reports name',
    file: 'apps/web/src/features/moderation/case-text.ts',
    find: 'other.length - one.length',
    replace: 'one.length - other.length',
  },
]
