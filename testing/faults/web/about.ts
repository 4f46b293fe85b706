import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-about-too-old-unsaid',
    breaks: 'A client that the server no longer supports is called too old, not just outdated',
    file: 'apps/web/src/features/about/AboutView.tsx',
    find: "data.forceupdate ? 'about.state.tooold' : data.needupdate ? 'about.state.newer' : 'about.state.good'",
    replace: "data.needupdate ? 'about.state.newer' : data.forceupdate ? 'about.state.tooold' : 'about.state.good'",
  },
  {
    name: 'web-about-data-elsewhere',
    breaks: 'The link about personal data leads to that section of the terms',
    file: 'apps/web/src/features/about/AboutView.tsx',
    find: 'to={terms} hash="data"',
    replace: 'to={terms}',
  },
  {
    name: 'web-about-unasked-hidden',
    breaks: 'The screen says so if the server version could not be fetched',
    file: 'apps/web/src/features/about/AboutView.tsx',
    find: '{isError && <Notice icon="info">',
    replace: '{isError && data && <Notice icon="info">',
  },
]
