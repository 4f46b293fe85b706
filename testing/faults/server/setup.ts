import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'setup-common-password',
    breaks: 'The first webmaster cannot choose a common password',
    file: 'apps/server/src/features/setup/setup.service.ts',
    find: 'isCommonPassword(form.password!)',
    replace: 'isCommonPassword(form.email!)',
  },
  {
    name: 'setup-finished-twice',
    breaks: 'If two people finish the setup at once, the second one finds it done',
    file: 'apps/server/src/features/setup/setup.service.ts',
    find: "    if (!(await hasNoCommunity(tx))) return fail('error404')\n",
    replace: '',
  },
  {
    name: 'setup-invited-community-open',
    breaks: 'A first community that is entered by invitation is private',
    file: 'apps/server/src/features/setup/setup.service.ts',
    find: "isPrivate: isOpen && form.wayIn === 'invite'",
    replace: "isPrivate: isOpen && form.wayIn === 'open'",
  },
  {
    name: 'setup-failure-not-noted',
    breaks: 'A wrong setup secret is recorded in the audit log',
    file: 'apps/server/src/features/setup/setup.service.ts',
    find: "    await audit(db, { act: 'setup.failed', address: ipAddress })\n",
    replace: '',
    heldBy: 'apps/server/src/audit-coverage.test.ts',
  },
]
