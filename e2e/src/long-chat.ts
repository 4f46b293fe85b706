import { sql } from 'kysely'
import { ensurePairConversation } from '../../apps/server/src/features/chat/conversation.service.ts'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'

interface Person {
  id: string
  pseudo: string
}

const findPerson = async ({ db }: TestServer, communityId: string, email: string): Promise<Person> => {
  const { rows } = await sql<Person>`
    select u.id, u.pseudo from users u join accounts a on a.id = u.account_id
    where u.community_id = ${communityId} and a.email = ${email}`.execute(db)
  return rows[0]!
}

const analyze = async ({ db }: TestServer) => {
  await sql`analyze conversations, conversation_members, messages, users`.execute(db)
}

/**
 * Fills the conversation of the demo accounts `neighbor` and `neighbor2` up to `count` messages of different lengths by
 * both, over months. Returns the user id of the first account and the nickname of the second.
 */
export const lengthenConversation = async (
  server: TestServer,
  count: number,
): Promise<{ me: string; other: string }> => {
  const communityId = await server.communityId('les-tilleuls')
  const [me, other] = await Promise.all(
    ['neighbor@demo.example', 'neighbor2@demo.example'].map(email => findPerson(server, communityId, email)),
  )
  const key = await ensurePairConversation(
    server.db,
    { userId: me!.id, communityId },
    { userId: other!.id, communityId },
  )
  await sql`
    with before as (select last_place from conversations where community_id = ${communityId} and id = ${key.conversationId}),
    written as (
      insert into messages (community_id, conversation_id, place, id, user_id, user_community_id, tmp_id, text, created_at)
      select ${communityId}, ${key.conversationId}, last_place + n, gen_random_uuid(),
        case when (n / 3) % 2 = 0 then ${me!.id}::uuid else ${other!.id}::uuid end, ${communityId}, 'long-' || n,
        n || repeat(' Bonjour, à demain devant la porte', (array[0, 1, 1, 3, 0, 9])[1 + n % 6]),
        now() - (${count}::int - n) * interval '13 minutes'
      from before, generate_series(1, ${count}::int - before.last_place) n
    ), moved as (
      update conversations set last_place = ${count}::int, last_message_at = now()
      where community_id = ${communityId} and id = ${key.conversationId}
    )
    update conversation_members set received_place = ${count}::int, read_place = ${count}::int
    where community_id = ${communityId} and conversation_id = ${key.conversationId}`.execute(server.db)
  await analyze(server)
  return { me: me!.id, other: other!.pseudo }
}

/** Gives the demo account `neighbor` conversations with `count` new members, with one message each. */
export const addConversations = async (server: TestServer, count: number): Promise<void> => {
  const communityId = await server.communityId('les-tilleuls')
  const me = await findPerson(server, communityId, 'neighbor@demo.example')
  await sql`
    with people as (
      select n, gen_random_uuid() as id, gen_random_uuid() as account_id, gen_random_uuid() as conversation_id
      from generate_series(1, ${count}::int) n
    ), accounts as (
      insert into accounts (id, email, confirmed_at) select account_id, 'chat' || n || '@long.example', now() from people
    ), users as (
      insert into users (community_id, id, account_id, role, pseudo, firstname, lastname)
      select ${communityId}, id, account_id, 'neighbor', 'bavard' || n, 'Camille' || n, 'Martin' from people
    ), conversations as (
      insert into conversations (community_id, id, low_user_id, high_user_id, last_place, last_message_at)
      select ${communityId}, conversation_id, least(id, ${me.id}::uuid), greatest(id, ${me.id}::uuid), 1, now() - n * interval '1 minute' from people
    ), members as (
      insert into conversation_members (community_id, conversation_id, user_id, user_community_id)
      select ${communityId}, conversation_id, user_id, ${communityId} from people, lateral unnest(array[id, ${me.id}::uuid]) as user_id
    )
    insert into messages (community_id, conversation_id, place, id, user_id, user_community_id, tmp_id, text, created_at)
    select ${communityId}, conversation_id, 1, gen_random_uuid(), id, ${communityId}, 'list-' || n,
      'Bonjour, c’est le ' || n || ', à demain devant la porte', now() - n * interval '1 minute' from people`.execute(
    server.db,
  )
  await analyze(server)
}
