import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-installation-log-elsewhere',
    breaks: 'The desk of the installation links to its audit log',
    file: 'apps/web/src/features/installation/InstallationView.tsx',
    find: 'to="/gestion/journal"',
    replace: 'to="/gestion/signalements"',
  },
  {
    name: 'web-installation-back-to-feed',
    breaks: 'Back on the desk of the installation leads to the desk of the community',
    file: 'apps/web/src/features/installation/InstallationView.tsx',
    find: "backTarget={{ to: '/$c/gestion',",
    replace: "backTarget={{ to: '/$c/actualites',",
  },
]
