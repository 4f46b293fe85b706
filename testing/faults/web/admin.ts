import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-admin-newcomer-not-back',
    breaks: 'A newcomer about whom the decision could not be saved stands in the list again',
    file: 'apps/web/src/features/admin/admin.mutations.ts',
    find: '      updateDesk(desk => withNewcomer(desk, newcomer))\n',
    replace: '      if (isNotFound(error)) updateDesk(desk => withNewcomer(desk, newcomer))\n',
  },
  {
    name: 'web-admin-role-of-team-unasked',
    breaks: 'Nobody is given a role of the team before it is asked who gives it',
    file: 'apps/web/src/features/admin/components/MemberRole.tsx',
    find: 'isTeamChange(member.role, role) ? setRoleToConfirm(role)',
    replace: 'isSelf ? setRoleToConfirm(role)',
  },
  {
    name: 'web-admin-refuse-unasked',
    breaks: 'Nobody is refused without a question before it',
    file: 'apps/web/src/features/admin/components/PendingMembers.tsx',
    find: 'onClick={() => setNewcomerToRefuse(one)}',
    replace: 'onClick={() => decide(one, false)}',
  },
  {
    name: 'web-admin-decision-text-swapped',
    breaks: 'After a decision on a newcomer the French text says which one it was',
    file: 'apps/web/src/locales/fr/admin.json',
    find: '"waiting.isin": "{name} peut entrer. Un e-mail le lui dit, et chacun est invité à souhaiter la bienvenue."',
    replace: '"waiting.isin": "{name} n’entrera pas. Un e-mail le lui dit."',
    heldBy: 'apps/web/src/features/admin/desk.test.tsx',
  },
  {
    name: 'web-admin-own-role-unasked',
    breaks: 'Who gives their own role away is asked before it',
    file: 'apps/web/src/features/admin/components/MemberRole.tsx',
    find: '(isTeamChange(member.role, role) ?',
    replace: '(isTeamChange(member.role, role) && !isSelf ?',
  },
  {
    name: 'web-admin-last-day-over',
    breaks: 'On the day of departure a stay still goes on',
    file: 'apps/web/src/features/admin/member-text.ts',
    find: "departure < today ? 'past'",
    replace: "departure <= today ? 'past'",
  },
  {
    name: 'web-admin-letter-code-kept',
    breaks: 'A letter is an invitation without an address, whatever was typed before',
    file: 'apps/web/src/features/admin/components/InviteForm.tsx',
    find: 'email: byMail ? email.trim() : null,',
    replace: 'email: email.trim() || null,',
  },
]
