import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-community-scan-any-origin',
    breaks: 'A scanned code opens only screens of this installation',
    file: 'apps/web/src/features/community/scan/scanned-link.ts',
    find: 'isWeb && origins.includes(url.origin) &&',
    replace: 'isWeb && origins.some(one => url.origin.startsWith(one)) &&',
  },
  {
    name: 'web-community-scan-key-lost',
    breaks: 'The key in a scanned code is filled in at the registration',
    file: 'apps/web/src/features/community/scan/scanned-link.ts',
    find: "query: ['registerkey', 'token'],",
    replace: "query: ['token'],",
  },
  {
    name: 'web-community-coordinates-swapped',
    breaks: 'Communities are searched around the centre of the map',
    file: 'apps/web/src/features/community/find.queries.ts',
    find: 'query: { longitude: center.coordinates[0], latitude: center.coordinates[1] },',
    replace: 'query: { longitude: center.coordinates[1], latitude: center.coordinates[0] },',
  },
  {
    name: 'web-community-town-ignored',
    breaks: 'The list of communities shows only those of the chosen town',
    file: 'apps/web/src/features/community/find.queries.ts',
    find: "[...findKeys.all, 'communities', filter.name, filter.cityId, filter.here?.coordinates]",
    replace: "[...findKeys.all, 'communities', filter.name, filter.here?.coordinates]",
  },
  {
    name: 'web-community-landing-registers',
    breaks: 'A community without open registration leads to the log-in, not to a registration',
    file: 'apps/web/src/features/community/LandingView.tsx',
    find: 'search={{ next, register: isRegistrationOpen || undefined }}',
    replace: 'search={{ next, register: true }}',
  },
]
