import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-setup-invitation-open',
    breaks: 'Communities other than neighbourhoods are set up as invitation-only',
    file: 'apps/web/src/features/setup/setup-draft.ts',
    find: "isInvitationOnly(type) ? 'invite' : wayIn",
    replace: "isInvitationOnly(type) && wayIn === 'key' ? 'invite' : wayIn",
  },
  {
    name: 'web-setup-place-swapped',
    breaks: 'The first community is located where its founder placed it',
    file: 'apps/web/src/features/setup/setup-draft.ts',
    find: 'longitude: draft.point?.coordinates[0] ?? null,\n    latitude: draft.point?.coordinates[1] ?? null,',
    replace: 'longitude: draft.point?.coordinates[1] ?? null,\n    latitude: draft.point?.coordinates[0] ?? null,',
  },
  {
    name: 'web-setup-password-error-unseen',
    breaks: 'A refused password leads back to the step where it is entered',
    file: 'apps/web/src/features/setup/setup-draft.ts',
    find: "['firstname', 'lastname', 'email', 'password']",
    replace: "['firstname', 'lastname', 'email']",
  },
  {
    name: 'web-setup-logo-loss-unsaid',
    breaks: 'The founder is told if the logo could not be stored',
    file: 'apps/web/src/features/setup/SetupView.tsx',
    find: 'const isLogoStored = logo === null || (await storeLogo(logo.picture))',
    replace: 'const isLogoStored = logo === null || (await storeLogo(logo.picture)) || logo.url !== null',
  },
]
