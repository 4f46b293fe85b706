import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'push-sent-again',
    breaks: 'The same notification is pushed to a device once',
    file: 'apps/server/src/features/push/send-push.service.ts',
    find: 'if (!found || !delivery || found.id === endpoint.sentId) return',
    replace: 'if (!found || !delivery) return',
  },
  {
    name: 'push-quotes-message',
    breaks: 'A push names the sender of a message and does not quote it',
    file: 'apps/server/src/features/push/push-text.ts',
    find: "t('push.where', { what: action, community: community.name })",
    replace: "t('push.where', { action: notification.quote ?? action, community: community.name })",
  },
  {
    name: 'push-gone-browser-kept',
    breaks: 'A push subscription that its service reports as gone is deleted',
    file: 'apps/server/src/features/push/web-push.ts',
    find: 'new Set([401, 403, 404, 410])',
    replace: 'new Set([401, 403, 404])',
  },
  {
    name: 'push-private-address-registered',
    breaks: 'A push subscription with a private address is refused at registration',
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
