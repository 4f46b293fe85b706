import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'push-sent-again',
    breaks: 'The same news is pushed to a device once',
    file: 'apps/server/src/features/push/send-push.service.ts',
    find: 'if (!notification || notification._id === endpoint.sentId) return',
    replace: 'if (!notification) return',
  },
  {
    name: 'push-quotes-message',
    breaks: 'A push tells who has written and not what',
    file: 'apps/server/src/features/push/push-text.ts',
    find: "t('push.where', { what: action, community: community.name })",
    replace: "t('push.where', { action: notification.quote ?? action, community: community.name })",
  },
  {
    name: 'push-gone-browser-kept',
    breaks: 'A browser that its push service says is gone is forgotten',
    file: 'apps/server/src/features/push/web-push.ts',
    find: 'new Set([401, 403, 404, 410])',
    replace: 'new Set([401, 403, 404])',
  },
  {
    name: 'push-private-address-registered',
    breaks: 'A subscription that leads to a private address is refused when it is registered',
    file: 'apps/server/src/features/push/register.service.ts',
    find: 'if (!isPhone(os)) await postExternal',
    replace: "if (os === 'electron') await postExternal",
  },
  {
    name: 'push-after-stay',
    breaks: 'Nothing is pushed to a member whose stay is over',
    file: 'apps/server/src/features/push/push.policy.ts',
    find: ' && !actor.isReadOnly',
    replace: '',
  },
]
