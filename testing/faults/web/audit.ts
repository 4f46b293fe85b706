import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-audit-until-dropped',
    breaks: 'The log shows nothing after the last day that is asked for',
    file: 'apps/web/src/features/audit/audit.params.ts',
    find: '...(au && { to: au }),',
    replace: '...(au && du && { to: au }),',
  },
  {
    name: 'web-audit-guest-named',
    breaks: 'A guest is called a guest in the log, and never by a part of their id',
    file: 'apps/web/src/features/audit/entry-text.ts',
    find: "if (role === 'guest') return",
    replace: "if (role === 'guest' && !pseudo) return",
  },
  {
    name: 'web-audit-day-of-reader',
    breaks: 'Entries of the log stand at the time of the place',
    file: 'apps/web/src/features/audit/components/Entries.tsx',
    find: 'time(entry.date, community.timezone)',
    replace: 'time(entry.date)',
  },
  {
    name: 'web-audit-file-of-others',
    breaks: 'Only who belongs to the community of the reader leads to a file at its desk',
    file: 'apps/web/src/features/audit/components/Entries.tsx',
    find: 'person && person.communityId === community._id && ',
    replace: 'person && ',
  },
]
