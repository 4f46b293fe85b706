import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-digests-not-taken-back',
    breaks: 'A digest frequency that could not be saved is reset to the previous one',
    file: 'apps/web/src/kernel/http/optimistic-change.ts',
    find: '      for (const [key, data] of before) client.setQueryData(key, data)\n      onError(error)\n    },\n    onSettled:',
    replace: '      onError(error)\n    },\n    onSuccess:',
  },
  {
    name: 'web-digests-link-focus-lost',
    breaks: 'After unsubscribing by a link, the focus is on the link to the settings',
    file: 'apps/web/src/features/digests/LinkedDigestView.tsx',
    find: 'if (state !== initialState) container',
    replace: 'if (state === initialState) container',
  },
  {
    name: 'web-digests-link-over-unsaid',
    breaks: 'An expired digest link leads to the settings',
    file: 'apps/web/src/features/digests/LinkedDigestView.tsx',
    find: "error.key === 'tokenexpired' ||",
    replace: "error.key === 'nosession' ||",
  },
  {
    name: 'web-digests-without-address',
    breaks: 'A member without an e-mail is told that no digest can be sent, and sees no frequency',
    file: 'apps/web/src/features/digests/DigestSettings.tsx',
    find: '{digest?.email && (',
    replace: '{digest && (',
  },
]
