import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'audit-administrator-reads',
    breaks: 'Only webmasters can read the audit log of the installation',
    file: 'apps/server/src/features/audit/audit.policy.ts',
    find: "if (actor.role !== 'webmaster') fail",
    replace: "if (actor.role !== 'webmaster' && actor.role !== 'administrator') fail",
  },
  {
    name: 'audit-names-reporter',
    breaks: 'The audit log does not show who reported something',
    file: 'apps/server/src/features/audit/audit.presenter.ts',
    find: 'const who = isAnonymous ? undefined : personOf(row, references)',
    replace: 'const who = personOf(row, references)',
  },
  {
    name: 'audit-page-repeats-last',
    breaks: 'The next page of the audit log begins after the last entry of the previous page',
    file: 'apps/server/src/features/audit/audit.queries.ts',
    find: '(l.at, l.id) < (${after.at}',
    replace: '(l.at, l.id) <= (${after.at}',
  },
  {
    name: 'audit-days-in-utc',
    breaks: 'The date filter of the audit log uses midnight in the time zone of the community',
    file: 'apps/server/src/features/audit/audit.search.ts',
    find: "instantAt(from, '00:00', timezone)",
    replace: "instantAt(from, '00:00', 'UTC')",
  },
  {
    name: 'audit-community-index',
    breaks: 'The audit entries of a community are read from an index by act, latest first',
    file: 'apps/server/src/migrations/0057_audit.sql',
    find: 'on audit_log (community_id, act, at desc, id desc) where community_id is not null',
    replace: 'on audit_log (community_id, act, at desc, id desc) where community_id is null',
    heldBy: 'apps/server/src/features/audit/',
  },
]
