import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-app-next-leaves',
    breaks: 'The log-in redirects only to addresses of this installation',
    file: 'apps/web/src/app/session/guards.ts',
    find: "url.origin === base && !url.pathname.startsWith('//') ?",
    replace: 'url.origin === base ?',
  },
  {
    name: 'web-app-seen-of-others',
    breaks: 'Persisted data of another user is not restored for the signed-in user',
    file: 'apps/web/src/app/offline/restore-persisted.ts',
    find: 'if (user === null || (user && user._id !== persisted.owner)) return',
    replace: 'if (user === null) return',
  },
  {
    name: 'web-app-unblocked-stays-hidden',
    breaks: 'The posts of an unblocked person are visible again',
    file: 'apps/web/src/app/session/hide-person.ts',
    find: 'hideAuthor(queryClient, userId, isHidden)',
    replace: 'hideAuthor(queryClient, userId, true)',
  },
  {
    name: 'web-app-address-in-capitals',
    breaks: 'The address of a community is case-insensitive',
    file: 'apps/web/src/app/session/guards.ts',
    find: 'session.customUri.toLowerCase() === c.toLowerCase()',
    replace: 'session.customUri === c',
  },
  {
    name: 'web-app-lost-network-logs-out',
    breaks: 'A network error right after the log-in does not end the session',
    file: 'apps/web/src/app/session/after-log-in.ts',
    find: "error.key === 'networkerror' || [401, 411, 503]",
    replace: '[401, 411, 503]',
  },
  {
    name: 'web-app-new-screen-unfocused',
    breaks: 'The focus moves to the new screen if the focused element has gone',
    file: 'apps/web/src/app/frame/Announcer.tsx',
    find: ';(link || main)?.focus({ preventScroll: true })',
    replace: 'if (link) link.focus({ preventScroll: true })',
  },
  {
    name: 'web-app-deal-drafts-stay',
    breaks: 'No draft of a member stays on the device after they leave',
    file: 'apps/web/src/features/session/clear-member-data.ts',
    find: 'of draftStores) clearDrafts(drafts, exceptOwner)',
    replace: "of draftStores) if (drafts !== 'dealdrafts') clearDrafts(drafts, exceptOwner)",
  },
  {
    name: 'web-app-address-unfollowed-at-first',
    breaks: 'A link that is opened before the first render is followed',
    file: 'apps/web/src/router.ts',
    find: 'void router.load(change)',
    replace: 'undefined',
    heldBy: 'apps/web/src/app/session/link-secrets.test.ts',
  },
]
