import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-audit-until-dropped',
    breaks: 'The audit log shows nothing after the chosen last day',
    file: 'apps/web/src/features/audit/audit.params.ts',
    find: '...(au && { to: au }),',
    replace: '...(au && du && { to: au }),',
  },
  {
    name: 'web-audit-guest-named',
    breaks: 'A guest is called a guest in the audit log, never by a part of their id',
    file: 'apps/web/src/features/audit/entry-text.ts',
    find: "if (role === 'guest') return",
    replace: "if (role === 'guest' && !pseudo) return",
  },
  {
    name: 'web-audit-day-of-reader',
    breaks: 'Entries of the audit log show the time in the time zone of the community',
    file: 'apps/web/src/features/audit/components/Entries.tsx',
    find: 'time(entry.date, community.timezone)',
    replace: 'time(entry.date)',
  },
  {
    name: 'web-audit-file-of-others',
    breaks: "Only members of the viewer's community are linked to their page at the desk",
    file: 'apps/web/src/features/audit/components/Entries.tsx',
    find: 'person && person.communityId === community._id && ',
    replace: 'person && ',
  },
]
