import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = async ({ db }) => {
  const { event_id } = await db
    .selectFrom('conversations as c')
    .innerJoin('conversation_members as cm', 'cm.conversation_id', 'c.id')
    .innerJoin('users as u', 'u.id', 'cm.user_id')
    .select('c.event_id')
    .where('u.pseudo', '=', 'camille.roussel')
    .where('c.event_id', 'is not', null)
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return [
    { name: 'chats', route: '/$c/mes-conversations', path: '/les-tilleuls/mes-conversations', as: 'neighbor' },
    {
      name: 'chat-groups',
      route: '/$c/conversations-de-groupe',
      path: '/les-tilleuls/conversations-de-groupe',
      as: 'neighbor',
    },
    { name: 'chat-team', route: '/$c/a-mon-service', path: '/les-tilleuls/a-mon-service', as: 'neighbor' },
    { name: 'chat-neighbors', route: '/$c/mes-voisins', path: '/les-tilleuls/mes-voisins', as: 'neighbor' },
    {
      name: 'chat',
      route: '/$c/mes-conversations/$pseudo',
      path: '/les-tilleuls/mes-conversations/mehdi.b',
      as: 'neighbor',
    },
    {
      name: 'group-chat',
      route: '/$c/conversations-de-groupe/$eventId',
      path: `/les-tilleuls/conversations-de-groupe/${event_id}`,
      as: 'neighbor',
    },
  ]
}
