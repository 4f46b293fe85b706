import { CompiledQuery, sql } from 'kysely'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/postgres/db.ts'

/** Number of communities with many posts; one more, the quiet one, has thirty posts in all. */
export const BUSY_COMMUNITIES = 200
const QUIET_POSTS = 30
const USERS_PER_COMMUNITY = 50
const TEXTS = 400
const TEMPLATES = 80
const PLACES_PER_COMMUNITY = 8

/** Search words that are in every post, in one of forty posts, and in one of four hundred. */
export const searchWords = { common: 'voisin', some: 'barbecue7', rare: 'motrare13' } as const

const fillScript = (postCount: number, communityCount: number) => `
-- What PostgreSQL can put in place of its call costs a row no call: their bodies are as stable as they say.
create function pg_temp.key(kind text, n bigint) returns uuid language sql immutable return md5(kind || n::text)::uuid;
create function pg_temp.ms(n bigint) returns bigint language sql immutable return 1767225600000 + n * 25920000000 / ${postCount};
create function pg_temp.event(n bigint, ms bigint) returns uuid language sql immutable
  return (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid;

insert into organizations values (pg_temp.key('organization', 1), 'Organisation');
insert into communities (id, organization_id, name, custom_uri, community_type, is_default)
  select pg_temp.key('community', n), case when n in (1, 2, 3, ${communityCount + 1}) then pg_temp.key('organization', 1) end, 'Quartier ' || n, 'quartier-' || n, 'Neighborhood', n = 1
  from generate_series(1, ${communityCount + 1}) n;
insert into channels (id, community_id, channel_type)
  select pg_temp.key(type, n), pg_temp.key('community', n), type from generate_series(1, ${communityCount + 1}) n, unnest(array['TemplateChannel', 'ShareChannel', 'NeighborhoodEventChannel']) type;
insert into channels (id, organization_id, channel_type)
  select pg_temp.key(type, 0), pg_temp.key('organization', 1), type from unnest(array['OrganizationTemplateChannel', 'OrganizationEventChannel']) type;
insert into community_channels select c.id, ch.id from communities c join channels ch on ch.community_id = c.id or ch.organization_id = c.organization_id;
insert into accounts (id, email, confirmed_at)
  select pg_temp.key('account', c * 1000 + u), 'u' || u || '@quartier-' || c || '.example', now() from generate_series(1, ${communityCount + 1}) c, generate_series(1, ${USERS_PER_COMMUNITY}) u;
insert into users (community_id, id, account_id, role, pseudo, firstname, lastname, gender)
  select pg_temp.key('community', c), pg_temp.key('user', c * 1000 + u), pg_temp.key('account', c * 1000 + u), case u when 1 then 'administrator' else 'neighbor' end,
    'Voisin' || u, 'Prénom' || u, 'Nom' || u, (array['M', 'F'])[u % 3] from generate_series(1, ${communityCount + 1}) c, generate_series(1, ${USERS_PER_COMMUNITY}) u;
insert into media (id, class, width, height, thumbhash, alt, alt_en)
  select pg_temp.key('photo', n), 'public', 1600, 1000, 'ojkBBICIeHeIh3eIiIAHgomfdw==', 'Une photo du quartier', 'A photo of the district' from generate_series(0, 4999) n;
insert into template_categories (id, name, name_en, picto, hue, position) select pg_temp.key('category', n), 'Catégorie ' || n, 'Category ' || n, 'ladder', 'share', n from generate_series(0, 9) n;
insert into templates (id, category_id, type, name, name_en, picto, position)
  select pg_temp.key('template', n), pg_temp.key('category', n % 10), 'Activity', 'Modèle ' || n, 'Template ' || n, 'ladder', n from generate_series(0, ${TEMPLATES - 1}) n;
insert into places (community_id, id, kind, name, name_en)
  select pg_temp.key('community', c), pg_temp.key('place', c * 100 + n), 'location', 'Lieu ' || n, 'Place ' || n from generate_series(1, ${communityCount + 1}) c, generate_series(0, ${PLACES_PER_COMMUNITY - 1}) n;
-- in each community two hear of every post, five of a template, and five of a category
insert into notification_settings (community_id, user_id, all_since)
  select pg_temp.key('community', c), pg_temp.key('user', c * 1000 + u), to_timestamp(1767225600) from generate_series(1, ${communityCount + 1}) c, generate_series(41, 42) u;
insert into template_alerts (community_id, user_id, subject_id, created_at)
  select pg_temp.key('community', c), pg_temp.key('user', c * 1000 + u), case when u <= 35 then pg_temp.key('template', u) else pg_temp.key('category', u % 10) end, to_timestamp(1767225600)
  from generate_series(1, ${communityCount + 1}) c, generate_series(31, 40) u;

create temporary table texts as select n, 'Un mot à chaque voisin ' || n as title, 'A word to every neighbour ' || n as title_en,
  'On se retrouve dans la cour, près du grand tilleul, pour le barbecue' || n % 40 || ' et la suite motrare' || n || ' : apportez une chaise, un verre et de la bonne humeur.' as description,
  'We meet in the courtyard, by the old lime tree: bring a chair, a glass and good spirits, number ' || n || '.' as description_en
  from generate_series(0, ${TEXTS - 1}) n;

create temporary table written as
  select n, c, k, pg_temp.event(n, pg_temp.ms(n)) as id, to_timestamp(pg_temp.ms(n) / 1000.0) as at, (array['activity', 'activity', 'activity', 'proposal', 'proposal', 'post', 'post', 'like', 'welcome', 'weather'])[k % 10 + 1] as group_id,
    case when k % 10 < 5 then (k * 7 + c) % ${TEMPLATES} end as template, (k * 13 + c) % ${TEXTS} as text
  from (select n, case when n % ${Math.floor(postCount / QUIET_POSTS)} = 0 then ${communityCount + 1} else n % ${communityCount} + 1 end as c, n / ${communityCount} as k from generate_series(1, ${postCount}) n) all_of_them;

insert into events (community_id, id, user_id, group_id, template_id, place_id, title, title_en, description, description_en, photo_id, interested_count, created_at, updated_at)
  select pg_temp.key('community', c), w.id, pg_temp.key('user', c * 1000 + 1 + k * 7 % ${USERS_PER_COMMUNITY}), group_id, case when template is not null then pg_temp.key('template', template) end,
    case when template is not null then pg_temp.key('place', c * 100 + k % ${PLACES_PER_COMMUNITY}) end, title, title_en, description, description_en,
    case when k % 3 = 0 then pg_temp.key('photo', w.n % 5000) end, k % 5, at, at from written w join texts on texts.n = w.text;
create temporary table documents as select text, event_search(e) as document
  from (select text, min(n) as n from written group by text) one join written w using (n, text) join events e on e.community_id = pg_temp.key('community', w.c) and e.id = w.id;
insert into event_channels (channel_id, event_id, community_id, group_id, category_id, document)
  select case when c in (1, 2, 3, ${communityCount + 1}) and k % 10 = 7 then pg_temp.key('OrganizationEventChannel', 0)
      else pg_temp.key((array['TemplateChannel', 'ShareChannel', 'NeighborhoodEventChannel'])[case when k % 10 < 3 then 2 when k % 10 < 5 then 1 else 3 end], c) end,
    id, pg_temp.key('community', c), group_id, case when template is not null then pg_temp.key('category', template % 10) end, document
  from written join documents using (text);
insert into event_answers (community_id, event_id, user_id, created_at)
  select pg_temp.key('community', c), id, pg_temp.key('user', c * 1000 + 1 + (k + a * 11) % ${USERS_PER_COMMUNITY}), at from written, generate_series(1, 5) a where a <= k % 5;
`

const bigTables = ['events', 'event_channels', 'event_answers']

/**
 * Returns the statements that drop and restore the indexes and constraints of the big tables, which slow down bulk
 * inserts.
 */
const findIndexStatements = async (db: Db) => {
  const { rows: keys } = await sql<{ on: string; name: string; kind: string; text: string }>`
    select conrelid::regclass::text as on, conname as name, contype as kind, pg_get_constraintdef(oid) as text
    from pg_constraint where conrelid = any(${bigTables}::regclass[]) and contype in ('p', 'u', 'f')
      or confrelid = any(${bigTables}::regclass[]) order by contype = 'f' desc`.execute(db)
  const { rows: indexes } = await sql<{ name: string; text: string }>`
    select indexname as name, indexdef as text from pg_indexes
    where tablename = any(${bigTables}) and indexname <> all(${keys.map(({ name }) => name)}::text[])`.execute(db)
  return {
    dropStatements: [
      ...keys.map(({ on, name }) => `alter table ${on} drop constraint ${name}`),
      ...indexes.map(({ name }) => `drop index ${name}`),
    ],
    restoreStatements: [
      ...keys
        .toReversed()
        .map(
          ({ on, name, kind, text }) =>
            `alter table ${on} add constraint ${name} ${text}${kind === 'f' ? ' not valid' : ''}`,
        ),
      ...indexes.map(({ text }) => text),
    ],
  }
}

/** Fills an empty database with many posts in many communities, then runs `vacuum analyze`. */
export const fillBusyWorld = async (db: Db, postCount: number, communityCount = BUSY_COMMUNITIES): Promise<void> => {
  const { dropStatements, restoreStatements } = await findIndexStatements(db)
  await db.connection().execute(async connection => {
    const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    await run("set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off")
    for (const text of dropStatements) await run(text)
    // Without the foreign-key triggers, inserting a row takes a tenth of the time.
    await run(
      `set session_replication_role = replica; ${fillScript(postCount, communityCount)}; reset session_replication_role`,
    )
    for (const text of restoreStatements) await run(text)
    await run('reset maintenance_work_mem; reset work_mem; reset synchronous_commit')
  })
  await sql`vacuum analyze`.execute(db)
}

/** Returns a member of a busy community or of the quiet one as an actor: the 20th user, or the administrator. */
export const loadBusyWorldActor = async (
  db: Db,
  communityKind: 'busy' | 'quiet',
  role: 'neighbor' | 'administrator' = 'neighbor',
  communityCount = BUSY_COMMUNITIES,
): Promise<Actor> => {
  const uri = `quartier-${communityKind === 'busy' ? 1 : communityCount + 1}`
  const row = await db
    .selectFrom('communities as c')
    .innerJoin('users as u', 'u.community_id', 'c.id')
    .select(['c.id', 'c.organization_id', 'c.templates_updated_at', 'u.id as user_id', 'u.account_id'])
    .where('c.custom_uri', '=', uri)
    .where('u.pseudo', '=', role === 'administrator' ? 'Voisin1' : 'Voisin20')
    .executeTakeFirstOrThrow()
  const channels = await db
    .selectFrom('community_channels as cc')
    .innerJoin('channels as ch', 'ch.id', 'cc.channel_id')
    .select(['ch.id', 'ch.channel_type as channelType', 'ch.community_id'])
    .where('cc.community_id', '=', row.id)
    .execute()
  return {
    sessionId: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    communityId: row.id,
    organizationId: row.organization_id,
    role,
    gender: null,
    strategy: 'local',
    isShellSession: false,
    needUpdate: false,
    hasSecondFactor: false,
    needFactor: false,
    mustSetPassword: false,
    isReadOnly: false,
    suspendedUntil: null,
    isMinor: false,
    loggedInAt: new Date(),
    accountOwnershipProvedAt: null,
    channels,
    channelIds: channels.map(({ id }) => id),
    hiddenUserIds: [],
    blockedIds: [],
    ownChannelIds: channels.flatMap(({ id, community_id }) => (community_id === row.id ? id : [])),
    profile: { pseudo: 'Voisin', firstname: null, initial: null, building: null, photoId: null, company: null },
    community: {
      type: 'Neighborhood',
      acceptPosts: true,
      gooddeal: true,
      weather: true,
      subscribe: true,
      templatesUpdatedAt: row.templates_updated_at,
      timezone: 'Europe/Paris',
    },
  }
}
