import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-profile-password-waits',
    breaks: 'A new password is never stored on the device',
    file: 'apps/web/src/features/profile/pending-profile.ts',
    find: "return 'newpassword' in body",
    replace: "return body.newpassword === ''",
  },
  {
    name: 'web-profile-moves-unconfirmed',
    breaks: 'Changing the own address asks for confirmation of living there',
    file: 'apps/web/src/features/profile/my-profile.ts',
    find: 'askAddress: hasMoved(draft, savedValues),',
    replace: 'askAddress: false,',
  },
  {
    name: 'web-profile-blocked-person-renewed',
    breaks: 'Profile changes of a blocked person are not shown',
    file: 'apps/web/src/features/profile/person.queries.ts',
    find: 'person && (person.blocked ? person : { ...person, ...author })',
    replace: 'person && { ...person, ...author }',
  },
  {
    name: 'web-profile-pseudo-taken-offline',
    breaks: 'A pseudo that cannot be checked at the moment is not reported as taken',
    file: 'apps/web/src/features/profile/profile.queries.ts',
    find: '.catch(() => true)',
    replace: '.catch(() => false)',
  },
  {
    name: 'web-profile-forbidden-person-told',
    breaks: 'A person whom the viewer may not see is shown as not found',
    file: 'apps/web/src/features/profile/PersonView.tsx',
    find: "(error.key === 'error404' || error.key === 'forbidden')",
    replace: "error.key === 'error404'",
  },
  {
    name: 'web-profile-phone-0033',
    breaks: 'A French number that begins with 0033 is formatted as +33(0)',
    file: 'apps/web/src/features/profile/phone-mask.ts',
    find: '/^(?:\\+33|0033)0?(\\d*)$/',
    replace: '/^(?:\\+33)0?(\\d*)$/',
  },
  {
    name: 'web-profile-floor-takes-letters',
    breaks: 'The floor field accepts only digits, two at most, typed or pasted',
    file: 'apps/web/src/features/profile/components/ProfileField.tsx',
    find: "floor: typed => typed.replace(/\\D/g, '')",
    replace: 'floor: typed => typed',
  },
  {
    name: 'web-profile-too-long-hides-the-rest',
    breaks: 'The profile form reports other errors together with a text that is too long',
    file: 'apps/web/src/ui/Field.tsx',
    find: 'if (form.dataset.tellsAll === undefined) event.stopPropagation()',
    replace: 'event.stopPropagation()',
    heldBy: 'apps/web/src/features/profile/MyProfileView.test.tsx',
  },
  {
    name: 'web-profile-cancelled-is-thrown-away',
    breaks: 'Cancelling the profile form keeps its draft',
    file: 'apps/web/src/features/profile/components/MyProfileForm.tsx',
    find: '<Button disabled={saving} onClick={onLeave}>',
    replace: '<Button disabled={saving} onClick={() => (form.discard(), onLeave())}>',
  },
]
