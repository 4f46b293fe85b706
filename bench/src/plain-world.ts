import pg from 'pg'

/** Text of each post, chosen so that a page of 20 posts has about 600 bytes of JSON per post. */
const BODY =
  'Le robinet du coin goutte depuis mardi et la flaque arrive maintenant jusqu’aux vélos. J’ai appelé la compagnie des eaux : une équipe vient jeudi matin entre huit et dix heures. Quelqu’un qui est chez soi pourrait-il lui ouvrir le portail ? Je laisse la clef au numéro 14.'

/** Communities are interleaved in time, as in real use, and the primary key begins with the community. */
const script = (postCount: number) => `
create table plain_user (id bigint primary key, name text not null, avatar text not null);
create table plain_post (
  id bigint generated always as identity, community_id int not null, author_id bigint not null references plain_user,
  title text not null, body text not null, place text not null, created_at timestamptz not null default now(),
  replies int not null default 0, reactions int not null default 0, primary key (community_id, id)
);
insert into plain_user select g, 'Voisin ' || g, '/avatars/' || md5(g::text) || '.webp' from generate_series(1, 50) g;
insert into plain_post (community_id, author_id, title, body, place)
  select 1 + g % 40, 1 + g % 50, 'Annonce ' || g || ' pour la rue', ${pg.escapeLiteral(BODY)}, 'Rue du Moulin' from generate_series(1, ${postCount}) g;`

/** Creates the database of the plain routes. Returns its name and the id of a post of community 1. */
export const makePlainWorld = async (
  connection: pg.ClientConfig,
  postCount: number,
): Promise<{ database: string; postId: string }> => {
  const database = 'plain'
  const adminClient = new pg.Client(connection)
  await adminClient.connect()
  await adminClient.query(`create database ${database}`)
  await adminClient.end()
  const client = new pg.Client({ ...connection, database })
  await client.connect()
  await client.query(script(postCount))
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: string }>(
    'select max(id)::text as id from plain_post where community_id = 1',
  )
  await client.end()
  return { database, postId: rows[0]!.id }
}
