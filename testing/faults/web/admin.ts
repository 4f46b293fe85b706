import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-admin-newcomer-not-back',
    breaks: 'A newcomer returns to the list if the decision about them could not be saved',
    file: 'apps/web/src/features/admin/admin.mutations.ts',
    find: '      updateDesk(desk => withNewcomer(desk, newcomer))\n',
    replace: '      if (isNotFound(error)) updateDesk(desk => withNewcomer(desk, newcomer))\n',
  },
  {
    name: 'web-admin-role-of-team-unasked',
    breaks: 'Assigning a staff role asks for a proof of account ownership first',
    file: 'apps/web/src/features/admin/components/MemberRole.tsx',
    find: 'isTeamChange(member.role, role) ? setRoleToConfirm(role)',
    replace: 'isSelf ? setRoleToConfirm(role)',
  },
  {
    name: 'web-admin-refuse-unasked',
    breaks: 'Refusing a newcomer asks for confirmation',
    file: 'apps/web/src/features/admin/components/PendingMembers.tsx',
    find: 'onClick={() => setNewcomerToRefuse(newcomer)}',
    replace: 'onClick={() => decide(newcomer, false)}',
  },
  {
    name: 'web-admin-decision-text-swapped',
    breaks: 'The French message after a decision on a newcomer states the right decision',
    file: 'apps/web/src/locales/fr/admin.json',
    find: '"admin.waiting.isin": "{name} peut entrer. Un e-mail le lui dit, et chacun est invité à souhaiter la bienvenue."',
    replace: '"admin.waiting.isin": "{name} n’entrera pas. Un e-mail le lui dit."',
    heldBy: 'apps/web/src/features/admin/desk.test.tsx',
  },
  {
    name: 'web-admin-own-role-unasked',
    breaks: 'Giving away the own role asks for confirmation',
    file: 'apps/web/src/features/admin/components/MemberRole.tsx',
    find: '(isTeamChange(member.role, role) ?',
    replace: '(isTeamChange(member.role, role) && !isSelf ?',
  },
  {
    name: 'web-admin-last-day-over',
    breaks: 'A stay is still current on its departure day',
    file: 'apps/web/src/features/admin/member-text.ts',
    find: "departure < today ? 'past'",
    replace: "departure <= today ? 'past'",
  },
  {
    name: 'web-admin-letter-code-kept',
    breaks: 'An invitation by letter has no e-mail, whatever was typed before',
    file: 'apps/web/src/features/admin/components/InviteForm.tsx',
    find: 'email: byMail ? email.trim() : null,',
    replace: 'email: email.trim() || null,',
  },
]
