import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-settings-logs-all-out',
    breaks: 'Logging out one device keeps the others logged in',
    file: 'apps/web/src/features/settings/devices.mutations.ts',
    find: 'query: device ? { _id: device._id } : {}',
    replace: 'query: device?.current ? { _id: device._id } : {}',
  },
  {
    name: 'web-settings-few-codes-unwarned',
    breaks: 'A member with three recovery codes left is warned',
    file: 'apps/web/src/features/settings/MyFactor.tsx',
    find: '{left > FEW_CODES ? (',
    replace: '{left >= FEW_CODES ? (',
  },
  {
    name: 'web-settings-uncopied-codes-kept',
    breaks: 'Recovery codes that could not be copied do not count as saved',
    file: 'apps/web/src/features/settings/RecoveryCodes.tsx',
    find: 'if (done) onSaved()',
    replace: 'onSaved()',
  },
  {
    name: 'web-settings-mail-language',
    breaks: 'Mails use the language that was chosen in the settings',
    file: 'apps/web/src/features/settings/AppearanceSettings.tsx',
    find: 'saveLanguage(currentLanguage())',
    replace: "if (choice === 'system') saveLanguage(currentLanguage())",
  },
  {
    name: 'web-settings-this-device-last',
    breaks: 'The current device comes first in the list of devices',
    file: 'apps/web/src/features/settings/MyDevices.tsx',
    find: 'Number(b.current) - Number(a.current)',
    replace: 'Number(a.current) - Number(b.current)',
  },
]
