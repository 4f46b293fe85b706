import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-kernel-other-user-refuses',
    breaks: 'What waits to be sent is not refused because somebody else is signed in by now',
    file: 'apps/web/src/kernel/outbox/passing.ts',
    find: "  error.key === 'otheruser' ||\n",
    replace: '',
  },
  {
    name: 'web-kernel-outbox-by-clock',
    breaks: 'What waits goes out in the order in which it was written, also where the clock was set back',
    file: 'apps/web/src/kernel/outbox/waiting-order.ts',
    find: 'a.seq - b.seq || a.date.localeCompare(b.date)',
    replace: 'a.date.localeCompare(b.date) || a.seq - b.seq',
  },
  {
    name: 'web-kernel-outbox-later-short',
    breaks: 'A server that names how long to wait is not asked again before that',
    file: 'apps/web/src/kernel/outbox/outbox.ts',
    find: 'Math.max(waitMs, seconds * 1000)',
    replace: 'Math.max(waitMs, seconds)',
  },
  {
    name: 'web-kernel-live-revoked-dials',
    breaks: 'A connection that the server closed as its session has ended tells that, and is not made again',
    file: 'apps/web/src/kernel/live/live.ts',
    find: "if (code === closeCodes.revoked) return end('logout')",
    replace: "if (code === closeCodes.revoked && reason) return end('logout')",
  },
  {
    name: 'web-kernel-live-back-still-closes',
    breaks: 'Who comes back to the app within a minute keeps the live connection',
    file: 'apps/web/src/kernel/live/live.ts',
    find: '    clearTimeout(leaving)\n    leaving = undefined\n',
    replace: '    leaving = undefined\n',
  },
  {
    name: 'web-kernel-call-without-user',
    breaks: 'A call that is meant as one member names them, so that nobody else sends it',
    file: 'apps/web/src/kernel/http/api.ts',
    find: '...(as && { [USER_HEADER]: as }),',
    replace: "...(as && endpoint.method === 'GET' && { [USER_HEADER]: as }),",
  },
  {
    name: 'web-kernel-wait-rounded-down',
    breaks: 'A wait is never told shorter than it is',
    file: 'apps/web/src/kernel/text/i18n.ts',
    find: 'Math.ceil(seconds / length)',
    replace: 'Math.floor(seconds / length)',
  },
  {
    name: 'web-kernel-day-of-reader',
    breaks: 'Whether a day is today is told by the clock of the place',
    file: 'apps/web/src/kernel/text/format.ts',
    find: 'dayNumber(date, zone) - dayNumber(new Date(now), timezone)',
    replace: 'dayNumber(date, zone) - dayNumber(new Date(now), undefined)',
  },
  {
    name: 'web-kernel-seen-stays',
    breaks: 'Nothing stays on the device of what a member saw once they have signed out',
    file: 'apps/web/src/kernel/offline/kept-store.ts',
    find: 'await promisifyRequest(store.clear())',
    replace: 'await promisifyRequest(store.count())',
  },
  {
    name: 'web-kernel-link-runs',
    breaks: 'A web address that somebody typed leads to a page of the web or nowhere, and is never run',
    file: 'apps/web/src/kernel/share/contact-links.ts',
    find: "return protocol === 'https:' || protocol === 'http:' ? href : null",
    replace: "return protocol === 'file:' ? null : href",
  },
]
