import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-app-next-leaves',
    breaks: 'The log-in leads on only to an address of this installation',
    file: 'apps/web/src/routes/-session/guards.ts',
    find: "url.origin === base && !url.pathname.startsWith('//') ?",
    replace: 'url.origin === base ?',
  },
  {
    name: 'web-app-seen-of-others',
    breaks: 'Nothing that somebody else saw on the device is brought back for who is signed in now',
    file: 'apps/web/src/routes/-offline/restore-persisted.ts',
    find: 'if (user === null || (user && user._id !== persisted.owner)) return',
    replace: 'if (user === null) return',
  },
  {
    name: 'web-app-unblocked-stays-hidden',
    breaks: 'The posts of somebody who is unblocked are seen again',
    file: 'apps/web/src/routes/-session/hide-person.ts',
    find: 'hideAuthor(queryClient, userId, hidden)',
    replace: 'hideAuthor(queryClient, userId, true)',
  },
  {
    name: 'web-app-address-in-capitals',
    breaks: 'The address of a community is the same in capitals',
    file: 'apps/web/src/routes/-session/guards.ts',
    find: 'session.customUri.toLowerCase() === c.toLowerCase()',
    replace: 'session.customUri === c',
  },
  {
    name: 'web-app-lost-network-logs-out',
    breaks: 'A network that is lost right after the log-in does not end the session',
    file: 'apps/web/src/routes/-session/after-log-in.ts',
    find: "error.key === 'networkerror' || [401, 411, 503]",
    replace: '[401, 411, 503]',
  },
  {
    name: 'web-app-new-screen-unfocused',
    breaks: 'The focus is in the new screen when the one that had it is left',
    file: 'apps/web/src/routes/-frame/Announcer.tsx',
    find: ';(link || main)?.focus({ preventScroll: true })',
    replace: 'if (link) link.focus({ preventScroll: true })',
  },
  {
    name: 'web-app-deal-drafts-stay',
    breaks: 'Nothing that was begun stays on the device once its writer has left',
    file: 'apps/web/src/features/session/clear-member-data.ts',
    find: 'of draftStores) clearDrafts(drafts, exceptOwner)',
    replace: "of draftStores) if (drafts !== 'dealdrafts') clearDrafts(drafts, exceptOwner)",
  },
  {
    name: 'web-app-address-unfollowed-at-first',
    breaks: 'A link that is opened before the first screen is drawn is gone to',
    file: 'apps/web/src/router.ts',
    find: 'void router.load(change)',
    replace: 'undefined',
    heldBy: 'apps/web/src/routes/-session/link-secrets.test.ts',
  },
]
