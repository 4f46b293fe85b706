import { randomUUID } from 'node:crypto'
import { flagMessage, listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { flagEvent } from '@parvis/contract/feed.ts'
import { decideCase } from '@parvis/contract/moderation.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { asPerson } from '../../../apps/server/src/testing/people.ts'
import type { TestServer } from '../../../apps/server/src/testing/test-server.ts'
import type { ScreenVisits } from '../routes.ts'

const HOME = 'les-tilleuls'

/** Adds three cases: an open one and a decided one about posts, and one about a message. Returns their ids. */
const addCases = async (server: TestServer) => {
  const author = await server.as('neighbor2@demo.example')
  const team = await server.as('administrator')
  const pseudo = `m${randomUUID()}`
  const other = await asPerson(server, { email: `${pseudo}@moderation.example`, pseudo, community: HOME })
  // Reads the database, since `listCases` is paginated and sorted by age.
  const findCaseId = async (subjectId: string) =>
    (
      await server.db
        .selectFrom('moderation_cases')
        .select('id')
        .where('subject_id', '=', subjectId)
        .executeTakeFirstOrThrow()
    ).id
  const addReportedPost = async (title: string) => {
    const { answer: post } = await author.call(publishPost, {
      body: { title, description: 'Samedi, devant la porte', tmpId: randomUUID() },
    })
    await other.visitor.call(flagEvent, { params: { id: post._id }, body: { reason: 'Encore la même annonce' } })
    return findCaseId(post._id)
  }
  const decided = await addReportedPost('Vide-grenier, dernier rappel')
  await team.call(decideCase, {
    params: { id: decided },
    body: { decision: 'hide', rule: 'offtopic', reason: 'Déjà publié deux fois cette semaine.' },
  })
  const open = await addReportedPost('Vide-grenier, tout doit partir')
  const rudeMember = await asPerson(server, {
    email: `l${pseudo}@moderation.example`,
    pseudo: `l${pseudo}`,
    community: HOME,
  })
  for (const text of ['Bonjour', 'Tu réponds ?', 'Quel voisin…'])
    await rudeMember.visitor.call(sendMessage, { body: { tmpId: randomUUID(), to: other.userId, text } })
  const { answer: messages } = await other.visitor.call(listMessages, { query: { userId: rudeMember.userId } })
  const { _id: messageId } = messages.docs[0] as { _id: string }
  await other.visitor.call(flagMessage, { params: { id: messageId }, body: { reason: 'Pénible' } })
  return { open, decided, messageCase: await findCaseId(messageId) }
}

export const visits: ScreenVisits = async server => {
  const { open, decided, messageCase } = await addCases(server)
  const [desk, installation] = [`/${HOME}/gestion`, '/gestion']
  return [
    { name: 'case', route: '/$c/gestion/signalement', path: `${desk}/signalement?id=${open}`, as: 'administrator' },
    {
      name: 'case-message',
      route: '/$c/gestion/signalement',
      path: `${desk}/signalement?id=${messageCase}`,
      as: 'administrator',
    },
    {
      name: 'case-decided',
      route: '/$c/gestion/signalement',
      path: `${desk}/signalement?id=${decided}`,
      as: 'administrator',
    },
    {
      name: 'cases-decided',
      route: '/$c/gestion/signalements',
      path: `${desk}/signalements?liste=tranches`,
      as: 'administrator',
    },
    { name: 'cases', route: '/$c/gestion/signalements', path: `${desk}/signalements`, as: 'administrator' },
    { name: 'rules', route: '/$c/regles', path: `/${HOME}/regles`, as: 'neighbor' },
    {
      name: 'rules-decided',
      route: '/$c/regles',
      path: `/${HOME}/regles?decision=${decided}`,
      as: 'neighbor2@demo.example',
    },
    { name: 'appeal-link-over', route: '/recours', path: '/recours' },
    {
      name: 'installation-case',
      route: '/gestion/signalement',
      path: `${installation}/signalement?id=${open}`,
      as: 'webmaster',
    },
    {
      name: 'installation-decided',
      route: '/gestion/signalements',
      path: `${installation}/signalements?liste=tranches`,
      as: 'webmaster',
    },
  ]
}
