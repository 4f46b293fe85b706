import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-terms-other-language',
    breaks: 'The terms as a PDF come in the language of the screen',
    file: 'apps/web/src/features/terms/TermsView.tsx',
    find: '{ lang: language }',
    replace: "{ lang: language === 'en' ? 'fr' : 'en' }",
  },
  {
    name: 'web-terms-contents-lead-nowhere',
    breaks: 'The contents of the terms lead to their sections',
    file: 'apps/web/src/features/terms/TermsView.tsx',
    find: 'href={`#${section}`}',
    replace: 'href={`#terms-${section}`}',
  },
]
