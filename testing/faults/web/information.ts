import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-information-others-changes-lost',
    breaks: 'Editing the information sends only the changed fields and keeps concurrent changes of others',
    file: 'apps/web/src/features/information/use-information-save.ts',
    find: 'changedBody(bodyOf(draft), bodyOf(form.current))',
    replace: 'bodyOf(draft)',
  },
  {
    name: 'web-information-number-error-elsewhere',
    breaks: 'An error of a useful number appears at its own row, also after an empty row',
    file: 'apps/web/src/features/information/information-draft.ts',
    find: '${numbers.slice(0, index).filter(hasText).length}',
    replace: '${index}',
  },
  {
    name: 'web-information-staff-without-chat',
    breaks: 'Members who cannot write to a staff member are not offered a conversation with them',
    file: 'apps/web/src/features/information/components/Staff.tsx',
    find: '{person.abilities.chat ? (',
    replace: '{person.pseudo ? (',
  },
  {
    name: 'web-information-signup-leads-away',
    breaks: 'A guest who registers from the information page returns to it',
    file: 'apps/web/src/features/information/components/ForNeighbors.tsx',
    find: 'next: `/${communityUri}/informations`',
    replace: 'next: `/${communityUri}/actualites`',
  },
  {
    name: 'web-information-copy-refused-unsaid',
    breaks: 'An invitation that the browser failed to copy is not reported as copied',
    file: 'apps/web/src/features/information/components/InviteDialog.tsx',
    find: "t(copied ? 'information.invite.copied' : 'information.invite.notcopied')",
    replace: "t('information.invite.copied')",
  },
]
