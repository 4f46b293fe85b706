import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-worker-push-unfocused-hidden',
    breaks: 'A push is shown while the app is open in a window that has no focus',
    file: 'apps/web/src/worker/push.ts',
    find: "focused && visibilityState === 'visible')",
    replace: "focused || visibilityState === 'visible')",
  },
  {
    name: 'web-worker-push-always-silent',
    breaks: 'A push outside of the quiet hours makes its sound',
    file: 'apps/web/src/worker/push.ts',
    find: 'now >= quiet[0] && now < quiet[1]',
    replace: '(now >= quiet[0] || now < quiet[1])',
  },
  {
    name: 'web-worker-restart-against-one',
    breaks: 'A newer version waits as long as any open page is in the middle of something',
    file: 'apps/web/src/worker/offline.ts',
    find: 'if (answers.every(Boolean))',
    replace: 'if (answers.length === 0 || answers.some(Boolean))',
  },
  {
    name: 'web-worker-share-foreign',
    breaks: 'The form of another site cannot hand words or pictures over as if its visitor had shared them',
    file: 'apps/web/src/worker/share.ts',
    find: 'return [origin, referrerOrigin].some(',
    replace: 'return [origin, referrerOrigin].every(',
  },
  {
    name: 'web-worker-gateway-error-shown',
    breaks: 'A member whose server cannot be reached behind its proxy is shown the app as it is on the device',
    file: 'apps/web/src/worker/offline.ts',
    find: 'return !page || isGatewayError(page) ?',
    replace: 'return !page || (isGatewayError(page) && !page.body) ?',
  },
]
