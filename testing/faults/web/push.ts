import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-push-next-reader-registered',
    breaks: 'Pushes that one member turned on do not continue for the next user of the device',
    file: 'apps/web/src/features/push/register.ts',
    find: 'if (!user.abilities.beTold || !hasTurnedOnPushes(user)) return',
    replace: 'if (!user.abilities.beTold) return',
  },
  {
    name: 'web-push-offered-again',
    breaks: 'Pushes are offered once on each device',
    file: 'apps/web/src/features/push/offer-push.ts',
    find: "if (permission === 'denied' || stored('pushoffered')) return",
    replace: "if (permission === 'denied' || stored('push')) return",
  },
  {
    name: 'web-push-off-comes-back',
    breaks: 'Pushes that were turned off stay off in the next session',
    file: 'apps/web/src/features/push/register.ts',
    find: "  store('push', null)\n",
    replace: '',
  },
  {
    name: 'web-push-other-language',
    breaks: 'Pushes use the current language of the interface',
    file: 'apps/web/src/features/push/register.ts',
    find: '!state.registered || state.lang !== currentLanguage()',
    replace: '!state.registered',
  },
]
