import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-digests-not-taken-back',
    breaks: 'A rhythm of digests that could not be saved is shown as it was before',
    file: 'apps/web/src/features/digests/digests.mutations.ts',
    find: "    onError: (error, _, previous) => {\n      queryClient.setQueryData(key, previous)\n      showToast({ kind: 'error', text: explain(error), cause: 'digest' })\n    },\n    onSettled:",
    replace:
      "    onError: error => {\n      showToast({ kind: 'error', text: explain(error), cause: 'digest' })\n    },\n    onSuccess:",
  },
  {
    name: 'web-digests-link-focus-lost',
    breaks: 'Who has stopped the digests by a link stands on what leads to the settings',
    file: 'apps/web/src/features/digests/LinkedDigestView.tsx',
    find: 'if (state !== initialState) container',
    replace: 'if (state === initialState) container',
  },
  {
    name: 'web-digests-link-over-unsaid',
    breaks: 'A link of a digest that has run out leads on to the settings',
    file: 'apps/web/src/features/digests/LinkedDigestView.tsx',
    find: "error.key === 'tokenexpired' ||",
    replace: "error.key === 'nosession' ||",
  },
  {
    name: 'web-digests-without-address',
    breaks: 'Who has no address is told that no digest can come, and is asked for no rhythm',
    file: 'apps/web/src/features/digests/DigestSettings.tsx',
    find: '{digest?.email && (',
    replace: '{digest && (',
  },
]
