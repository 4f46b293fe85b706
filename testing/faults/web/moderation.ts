import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-moderation-suspends-unasked',
    breaks: 'Nobody is suspended without a question before it',
    file: 'apps/web/src/features/moderation/components/DecideForm.tsx',
    find: "if (ruling.decision === 'suspend' || ruling.decision === 'remove') setIsConfirming(true)",
    replace: "if (ruling.decision === 'remove') setIsConfirming(true)",
  },
  {
    name: 'web-moderation-case-read-at-focus',
    breaks: 'A case is read once for each time that it is opened, as each reading of a private message is noted',
    file: 'apps/web/src/features/moderation/moderation.queries.ts',
    find: 'refetchOnWindowFocus: false',
    replace: "refetchOnWindowFocus: 'always'",
  },
  {
    name: 'web-moderation-quicker-decision-unseen',
    breaks: 'A case on which somebody else has decided meanwhile is shown as it was decided',
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
    breaks: 'A decision that was undone is not told as holding',
    file: 'apps/web/src/features/moderation/components/DecisionCard.tsx',
    find: '{!restoredAt && effect && (',
    replace: '{effect && (',
  },
  {
    name: 'web-moderation-reported-rule-lost',
    breaks: 'Who decides on a report begins with the rule that most reports name',
    file: 'apps/web/src/features/moderation/case-text.ts',
    find: 'other.length - one.length',
    replace: 'one.length - other.length',
  },
]
