import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-terms-other-language',
    breaks: 'The PDF of the terms is in the language of the interface',
    file: 'apps/web/src/features/terms/TermsView.tsx',
    find: '{ lang: language }',
    replace: "{ lang: language === 'en' ? 'fr' : 'en' }",
  },
  {
    name: 'web-terms-contents-lead-nowhere',
    breaks: 'The table of contents of the terms links to the sections',
    file: 'apps/web/src/features/terms/TermsView.tsx',
    find: 'href={`#${section}`}',
    replace: 'href={`#terms-${section}`}',
  },
]
