import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'community-private-listed',
    breaks: 'Private communities are in no search and on no map',
    file: 'apps/server/src/rooms/community/find.queries.ts',
    find: 'where not c.is_private and ${cityId ?',
    replace: 'where ${cityId ?',
  },
  {
    name: 'community-abbreviated-saint-unread',
    breaks: 'A town is found by its name with "St" or "Ste" written for Saint and Sainte',
    file: 'apps/server/src/rooms/community/find.queries.ts',
    find: '    matches(sql`spelled_out(search_name(${typed}))`),\n',
    replace: '',
  },
  {
    name: 'community-code-beside-name-ignored',
    breaks: 'A department or postcode beside the name of a town leaves those out that lie elsewhere',
    file: 'apps/server/src/rooms/community/find.queries.ts',
    find: 'where p.city_id = n.city_id and',
    replace: 'where',
  },
  {
    name: 'community-old-city-list-not-completed',
    breaks: 'An installation whose list of towns had no postcodes and other names gets them with its next start',
    file: 'apps/server/src/rooms/community/city-list.service.ts',
    find: "    .where('postcodes', '<>', sql<string[]>`'{}'`)\n",
    replace: '',
  },
  {
    name: 'community-private-open-to-signed-in',
    breaks:
      'What is behind the door of a private community is shown to its own people alone, not to everybody who is signed in',
    file: 'apps/server/src/rooms/community/community.policy.ts',
    find: '  actor?.communityId === id ||',
    replace: '  Boolean(actor?.communityId) ||',
  },
  {
    name: 'community-former-key-lives-on',
    breaks: 'A former register key works until the end of its week of grace, and no longer',
    file: 'apps/server/src/rooms/community/community.service.ts',
    find: 'key.former_register_key_until > clock.now()',
    replace: 'key.former_register_key_until < clock.now()',
    heldBy: 'apps/server/src/rooms/admin/',
  },
  {
    name: 'community-places-unlocked',
    breaks: 'A community has no more places than it may, also when two are added at the same moment',
    file: 'apps/server/src/rooms/community/place.service.ts',
    find: ".where('id', '=', communityId).forUpdate().executeTakeFirstOrThrow()",
    replace: ".where('id', '=', communityId).executeTakeFirstOrThrow()",
    heldBy: 'apps/server/src/rooms/information/',
  },
  {
    name: 'community-removed-places-listed',
    breaks: 'A place that was removed is in no list any more',
    file: 'apps/server/src/rooms/community/community.queries.ts',
    find: "    .where('removed_at', 'is', null)\n",
    replace: '',
    heldBy: 'apps/server/src/rooms/information/',
  },
  {
    name: 'community-request-told-to-who-left',
    breaks: 'Webmasters who have left, are kept out or suspended hear of no request by mail',
    file: 'apps/server/src/rooms/community/request.queries.ts',
    find: '.where(isToldWebmasterColumn)',
    replace: ".where('u.role', '=', 'webmaster')",
  },
  {
    name: 'community-signs-begin-every-town',
    breaks: 'A search of signs alone finds no town',
    file: 'apps/server/src/rooms/community/find.queries.ts',
    find: "${words} <> '' and ",
    replace: '',
  },
]
