import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-information-others-changes-lost',
    breaks:
      'Changing weather reports of a community sends what was changed, and leaves what others have changed meanwhile',
    file: 'apps/web/src/features/information/information-draft.ts',
    find: '...pickChanged(current, previous), ',
    replace: '...previous, ...current, ',
  },
  {
    name: 'web-information-number-error-elsewhere',
    breaks: 'An error of a useful number stands at its own line, also where an empty line stands before it',
    file: 'apps/web/src/features/information/information-draft.ts',
    find: '${numbers.slice(0, at).filter(hasText).length}',
    replace: '${at}',
  },
  {
    name: 'web-information-staff-without-chat',
    breaks: 'Who may not write to one of the team is offered no conversation with them',
    file: 'apps/web/src/features/information/components/Staff.tsx',
    find: '{person.abilities.chat ? (',
    replace: '{person.pseudo ? (',
  },
  {
    name: 'web-information-signup-leads-away',
    breaks: 'A guest who registers from the information page comes back to it',
    file: 'apps/web/src/features/information/components/ForNeighbors.tsx',
    find: 'next: `/${communityUri}/informations`',
    replace: 'next: `/${communityUri}/actualites`',
  },
  {
    name: 'web-information-copy-refused-unsaid',
    breaks: 'An invitation that the browser did not copy is not called copied',
    file: 'apps/web/src/features/information/components/InviteDialog.tsx',
    find: "t(copied ? 'information.invite.copied' : 'information.invite.notcopied')",
    replace: "t('information.invite.copied')",
  },
]
