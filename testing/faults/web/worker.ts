import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-worker-push-unfocused-hidden',
    breaks: 'A push is shown if the window of the app is visible but not focused',
    file: 'apps/web/src/worker/push.ts',
    find: "focused && visibilityState === 'visible')",
    replace: "focused || visibilityState === 'visible')",
  },
  {
    name: 'web-worker-push-always-silent',
    breaks: 'A push outside quiet hours plays its sound',
    file: 'apps/web/src/worker/push.ts',
    find: 'now >= quiet[0] && now < quiet[1]',
    replace: '(now >= quiet[0] || now < quiet[1])',
  },
  {
    name: 'web-worker-restart-against-one',
    breaks: 'A new version is not activated while any open page is busy',
    file: 'apps/web/src/worker/offline.ts',
    find: 'if (answers.every(Boolean))',
    replace: 'if (answers.length === 0 || answers.some(Boolean))',
  },
  {
    name: 'web-worker-share-foreign',
    breaks: 'A form of another site cannot submit content as if the user had shared it',
    file: 'apps/web/src/worker/share.ts',
    find: 'return [origin, referrerOrigin].some(',
    replace: 'return [origin, referrerOrigin].every(',
  },
  {
    name: 'web-worker-gateway-error-shown',
    breaks: 'On a gateway error of the proxy, the app is served from the device',
    file: 'apps/web/src/worker/offline.ts',
    find: 'return !page || isGatewayError(page) ?',
    replace: 'return !page || (isGatewayError(page) && !page.body) ?',
  },
]
