import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-session-others-answers-stay',
    breaks: 'What somebody else read on a device is not shown to who signs in after them',
    file: 'apps/web/src/rooms/session/session.mutations.ts',
    find: "queryClient.removeQueries({ type: 'inactive' })",
    replace: "queryClient.removeQueries({ type: 'inactive', stale: true })",
  },
  {
    name: 'web-session-deleted-name-stays',
    breaks: 'The log-in knows no name once its account was deleted',
    file: 'apps/web/src/rooms/session/go-away.ts',
    find: "store('emailOrPseudo', null)",
    replace: "store('neighborhoodUri', null)",
  },
  {
    name: 'web-session-lost-network-ends',
    breaks: 'A switch of community that fails for want of a network does not end the session',
    file: 'apps/web/src/rooms/session/session.mutations.ts',
    find: "!['networkerror', 'maintenance',",
    replace: "!['maintenance',",
  },
  {
    name: 'web-session-terms-not-asked',
    breaks: 'Nobody can register before they have accepted the terms',
    file: 'apps/web/src/rooms/session/components/RegisterForm.tsx',
    find: '<Button type="submit" kind="primary" wide disabled={!terms} busy={register.isPending}>',
    replace: '<Button type="submit" kind="primary" wide busy={register.isPending}>',
  },
  {
    name: 'web-session-private-registers',
    breaks: 'Nobody registers by themselves in a private neighbourhood without the key of a link',
    file: 'apps/web/src/rooms/session/link-keys.ts',
    find: "(linkKey !== null && communitytype === 'Neighborhood')",
    replace: "(linkKey !== null || communitytype === 'Neighborhood')",
  },
  {
    name: 'web-session-guest-not-known-anew',
    breaks: 'A device whose guest is not known any more is signed up as a guest anew',
    file: 'apps/web/src/rooms/session/session.mutations.ts',
    find: "error.key === 'unknown'",
    replace: "error.key === 'unauthorized'",
  },
  {
    name: 'web-session-leaves-unasked',
    breaks: 'Who is signed in to another community is asked before that session is left',
    file: 'apps/web/src/rooms/session/use-door.tsx',
    find: 'if (elsewhere && leavesFor !== community._id) setAsked({ go })',
    replace: 'if (elsewhere && leavesFor === community._id) setAsked({ go })',
  },
  {
    name: 'session-link-of-former-mails',
    breaks: 'A link that has its token in the query, as mails of former versions have, goes on working',
    file: 'apps/web/src/routes/-session/arrival.ts',
    find: "new URLSearchParams(hash).get('token') ?? given.get('token')",
    replace: "new URLSearchParams(hash).get('token')",
    heldBy: 'apps/web/src/routes/-session/arrival.test.ts',
  },
  {
    name: 'session-link-while-open',
    breaks: 'A link that is opened while the log-in stands there takes the place of what it shows',
    file: 'apps/web/src/rooms/session/LogInDialog.tsx',
    find: 'if (token !== latestToken)',
    replace: 'if (token === null && latestToken)',
  },
]
