import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'moderation-own-appeal',
    breaks: 'Whoever took a decision cannot decide on the appeal against it',
    file: 'apps/server/src/features/moderation/moderation.policy.ts',
    find: "decideOnAppeal: canDecide && state === 'appealed' && facts.decidedByAccount !== actor.accountId,",
    replace: "decideOnAppeal: canDecide && state === 'appealed',",
  },
  {
    name: 'moderation-rule-without-words-lost',
    breaks: 'A report that names only a rule shows that rule to the team',
    file: 'apps/server/src/kernel/postgres/reports.ts',
    find: 'and (r.rule is not null or r.reason is not null)',
    replace: 'and r.reason is not null',
    heldBy: 'apps/server/src/features/moderation/reported-content.test.ts',
  },
  {
    name: 'moderation-look-not-noted',
    breaks: 'Each view of a reported private message by the team is recorded in the audit log',
    file: 'apps/server/src/features/moderation/moderation.routes.ts',
    find: "if (presented.kind === 'message') await auditMessageView",
    replace: "if (presented.kind === 'user') await auditMessageView",
  },
  {
    name: 'moderation-private-words-in-list',
    breaks: 'The list of cases does not quote reported private messages',
    file: 'apps/server/src/features/moderation/moderation.presenter.ts',
    find: "presentExcerpt(row.kind === 'message' ? undefined : report)",
    replace: 'presentExcerpt(report)',
  },
  {
    name: 'moderation-last-appeal-day-lost',
    breaks: 'A decision can be appealed until the end of the last day',
    file: 'apps/server/src/features/moderation/moderation.policy.ts',
    find: 'const appealDaysMs = (APPEAL_DAYS + 1) * DAY_MS',
    replace: 'const appealDaysMs = APPEAL_DAYS * DAY_MS',
  },
  {
    name: 'moderation-reminded-again',
    breaks: 'The team is reminded of a pending case once for each age',
    file: 'apps/server/src/features/moderation/remind.service.ts',
    find: '.set({ reminded_hours: one.hours })',
    replace: '.set({ reminded_hours: 0 })',
  },
]
