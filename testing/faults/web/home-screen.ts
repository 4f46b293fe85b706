import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-home-screen-reload-is-a-visit',
    breaks: 'Opening the app again within half an hour counts as the same visit',
    file: 'apps/web/src/features/home-screen/offer-install.ts',
    find: '!(Math.abs(at - Number(before?.at)) < VISIT_MS)',
    replace: '!(Math.abs(at - Number(before?.at)) > VISIT_MS)',
  },
  {
    name: 'web-home-screen-offered-again',
    breaks: 'Installing the app is offered once on a device',
    file: 'apps/web/src/features/home-screen/offer-install.ts',
    find: "|| stored('installoffered') || !navigator.onLine",
    replace: '|| !navigator.onLine',
  },
  {
    name: 'web-home-screen-setting-once-installed',
    breaks: 'The settings do not offer to install the app where it is installed',
    file: 'apps/web/src/features/home-screen/InstallSetting.tsx',
    find: "method === 'none' || method === 'done'",
    replace: "method === 'none'",
  },
]
