import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-about-too-old-unsaid',
    breaks: 'A version that the server does not take any more is called too old, and not only behind',
    file: 'apps/web/src/features/about/AboutView.tsx',
    find: "data.forceupdate ? 'about.state.tooold' : data.needupdate ? 'about.state.newer' : 'about.state.good'",
    replace: "data.needupdate ? 'about.state.newer' : data.forceupdate ? 'about.state.tooold' : 'about.state.good'",
  },
  {
    name: 'web-about-data-elsewhere',
    breaks: 'What is kept about a person is read in its own part of the terms',
    file: 'apps/web/src/features/about/AboutView.tsx',
    find: 'to={terms} hash="data"',
    replace: 'to={terms}',
  },
  {
    name: 'web-about-unasked-hidden',
    breaks: 'Where the server could not be asked for its version, the screen says so',
    file: 'apps/web/src/features/about/AboutView.tsx',
    find: '{isError && <Notice icon="info">',
    replace: '{isError && data && <Notice icon="info">',
  },
]
