import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'session-code-used-twice',
    breaks: 'A code of the authenticator app is accepted only once',
    file: 'apps/server/src/features/second-factor/second-factor.service.ts',
    find: "eb('last_step', '<', step)",
    replace: "eb('last_step', '<=', step)",
  },
  {
    name: 'session-suspension-not-announced',
    breaks: 'A suspension takes effect at once in the open sessions of the member',
    file: 'apps/server/src/features/membership/suspension.service.ts',
    find: "publish('actor.changed', { userIds: [member.userId] })",
    replace: "publish('actor.changed', { userIds: [actor.userId] })",
    heldBy: 'apps/server/src/features/moderation/',
  },
  {
    name: 'session-last-administrator',
    breaks: 'A community keeps its last administrator',
    file: 'apps/server/src/features/membership/membership.service.ts',
    find: 'other.role === role && other.id !== userId',
    replace: 'other.id !== userId',
    heldBy: 'apps/server/src/features/admin/',
  },
  {
    name: 'session-unknown-login-told',
    breaks: 'If account existence is hidden, an unknown name is answered like a wrong password',
    file: 'apps/server/src/features/entry/log-in.service.ts',
    find: "refuse(hide ? 'baduserpassword' : 'unknown')",
    replace: "refuse('unknown')",
  },
  {
    name: 'session-pseudo-twice',
    breaks: 'Two members of one community cannot have the same pseudo',
    file: 'apps/server/src/migrations/0002_accounts.sql',
    find: 'create unique index users_pseudo on',
    replace: 'create index users_pseudo on',
    heldBy: 'apps/server/src/concurrent-entry.test.ts',
  },
  {
    name: 'session-factor-unproved',
    breaks: 'Turning on a second factor in an old session requires a proof of account ownership',
    file: 'apps/server/src/features/second-factor/second-factor-setup.service.ts',
    find: 'if (!hasRecentProofOrLogin(actor, clock.now()))',
    replace: 'if (!hasRecentProofOrLogin(actor, actor.since))',
  },
]
