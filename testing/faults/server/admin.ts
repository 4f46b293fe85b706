import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'admin-desk-brings-all-who-wait',
    breaks: 'The desk lists only the first page of the list of pending members and counts all of them',
    file: 'apps/server/src/features/admin/admin.queries.ts',
    find: "    .orderBy('u.id')\n    .offset(skip)\n    .limit(limit)\n",
    replace: "    .orderBy('u.id')\n",
    heldBy: 'apps/server/src/large-lists.test.ts',
  },
  {
    name: 'admin-gives-higher-role',
    breaks: 'Staff cannot assign a role above their own',
    file: 'apps/server/src/features/admin/admin.policy.ts',
    find: 'assignable.filter(role => isRoleAtMost(role, actor.role)) : []',
    replace: '[...assignable] : []',
  },
  {
    name: 'admin-role-of-team-unproved',
    breaks: 'Granting or removing a staff role requires a recent proof of account ownership',
    file: 'apps/server/src/features/admin/admin.service.ts',
    find: '  if (role) await assertProofForTeamChange(platform, actor, member.role, role)\n',
    replace: '',
  },
  {
    name: 'admin-invitation-into-team-unproved',
    breaks: 'Inviting somebody to the team requires a recent proof of account ownership',
    file: 'apps/server/src/features/admin/invitations.service.ts',
    find: '  await assertProofForTeamChange(platform, actor, null, role)\n',
    replace: '',
  },
  {
    name: 'admin-stays-of-those-above',
    breaks: 'Staff cannot change the stays of members with a higher role',
    file: 'apps/server/src/features/admin/admin-stays.service.ts',
    find: "  if (member && !canManageRole(actor, member.role)) fail('forbidden')\n",
    replace: '',
  },
  {
    name: 'admin-code-for-mailed-account',
    breaks: 'No log-in code can be printed for an account that has an e-mail',
    file: 'apps/server/src/features/admin/admin.policy.ts',
    find: ' && person.id !== actor.userId && person.email === null',
    replace: ' && person.id !== actor.userId',
  },
  {
    name: 'admin-invitation-ends-today',
    breaks: 'Somebody whose stay ends today can still be invited',
    file: 'apps/server/src/features/admin/invitations.service.ts',
    find: 'form.stay.departure < todayInCommunity(platform, actor)',
    replace: 'form.stay.departure <= todayInCommunity(platform, actor)',
  },
  {
    name: 'admin-counts-shut-out',
    breaks: 'The number of members excludes disabled members',
    file: 'apps/server/src/features/admin/admin.queries.ts',
    find: "      .where('disabled_at', 'is', null)\n",
    replace: '',
  },
  {
    name: 'admin-key-grace-unasked',
    breaks: 'The former register key stops working at once unless the team asks for a week of grace',
    file: 'apps/server/src/features/admin/register-key.service.ts',
    find: 'const formerUntil = grace ? new',
    replace: 'const formerUntil = grace !== false ? new',
  },
]
